import { type Calendars, closeCalendarFeed, getCalendars, openCalendarFeed } from '../contract/calendars.ts'
import { call, write } from './client.ts'

/** Returns what of the organization's calendars is set up. */
export function fetchCalendars(organizationId: string, signal?: AbortSignal): Promise<Calendars> {
  return call(getCalendars, { organizationId, signal })
}

/** Returns the private address of the estimate calls, a new one if asked for. */
export async function postCalendarFeed(organizationId: string, renew: boolean): Promise<string> {
  return (await write(openCalendarFeed, { organizationId, body: { renew } })).url ?? ''
}

/** Removes the address of the estimate calls. */
export async function deleteCalendarFeed(organizationId: string): Promise<void> {
  await write(closeCalendarFeed, { organizationId })
}
