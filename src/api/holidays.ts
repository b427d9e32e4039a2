import { type Holiday, listHolidays } from '../contract/holidays.ts'
import { call } from './client.ts'

/** Returns the public holidays at the business's location, next one first. */
export function fetchHolidays(organizationId: string, signal?: AbortSignal): Promise<Holiday[]> {
  return call(listHolidays, { organizationId, signal })
}
