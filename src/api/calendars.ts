import { type Calendars, getCalendars } from '../contract/calendars.ts'
import { call } from './client.ts'

/** Returns what of the organization's calendars is set up. */
export function fetchCalendars(organizationId: string, signal?: AbortSignal): Promise<Calendars> {
  return call(getCalendars, { organizationId, signal })
}
