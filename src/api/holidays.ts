import { type Holiday, listHolidays } from '../contract/holidays.ts'
import { call } from './client.ts'

/** Returns the public holidays where the business is, next first. */
export function fetchHolidays(organizationId: string, signal?: AbortSignal): Promise<Holiday[]> {
  return call(listHolidays, { organizationId, signal })
}
