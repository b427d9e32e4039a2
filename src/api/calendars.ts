import {
  addCalendarSource,
  type Calendars,
  closeCalendarFeed,
  getCalendars,
  openCalendarFeed,
  removeCalendarSource,
} from '../contract/calendars.ts'
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

/** Has a calendar read at its iCal address. */
export async function postCalendarSource(organizationId: string, url: string): Promise<void> {
  await write(addCalendarSource, { organizationId, body: { url } })
}

/** Stops reading a calendar. */
export async function deleteCalendarSource(organizationId: string, sourceId: string): Promise<void> {
  await write(removeCalendarSource, { organizationId, params: { sourceId } })
}
