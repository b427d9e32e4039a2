import { getPhoneLine, type PhoneLine } from '../contract/phone.ts'
import { call } from './client.ts'

/** Returns how the calls that the business misses reach the server. */
export function fetchPhoneLine(organizationId: string, signal?: AbortSignal): Promise<PhoneLine> {
  return call(getPhoneLine, { organizationId, signal })
}
