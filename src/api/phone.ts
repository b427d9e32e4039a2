import {
  checkNumber,
  connectNumber,
  disconnectNumber,
  getPhoneLine,
  type NumberInput,
  type PhoneLine,
} from '../contract/phone.ts'
import { call, write } from './client.ts'

/** Returns how the calls that the business misses reach the server. */
export function fetchPhoneLine(organizationId: string, signal?: AbortSignal): Promise<PhoneLine> {
  return call(getPhoneLine, { organizationId, signal })
}

/** Connects a number of the business's own account at Twilio or Telnyx. */
export async function putNumber(organizationId: string, body: NumberInput): Promise<void> {
  await write(connectNumber, { organizationId, body })
}

/** Returns what keeps texts and calls to the business's own number from arriving, in sentences. */
export async function postNumberCheck(organizationId: string): Promise<readonly string[]> {
  const { problems = [] } = await write(checkNumber, { organizationId, body: {} })
  return problems
}

/** Disconnects the business's own number. */
export async function deleteNumber(organizationId: string): Promise<void> {
  await write(disconnectNumber, { organizationId })
}
