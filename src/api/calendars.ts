import { type Calendars, getCalendars } from '../contract/calendars.ts'
import { call } from './client.ts'

/** Returns the setup of the organization's calendars. */
export function fetchCalendars(organizationId: string, signal?: AbortSignal): Promise<Calendars> {
  return call(getCalendars, { organizationId, signal })
}
