import {
  addCalendarSource,
  closeCalendarFeed,
  openCalendarFeed,
  removeCalendarSource,
} from '../contract/calendar-setup.ts'
import { write } from './client.ts'

/** Returns the private URL of the estimate calls feed. With `renew`, replaces the URL with a new one. */
export async function postCalendarFeed(organizationId: string, renew: boolean): Promise<string> {
  return (await write(openCalendarFeed, { organizationId, body: { renew } })).url ?? ''
}

/** Removes the URL of the estimate calls feed. */
export async function deleteCalendarFeed(organizationId: string): Promise<void> {
  await write(closeCalendarFeed, { organizationId })
}

/** Adds a calendar that the server reads from its iCal URL. */
export async function postCalendarSource(organizationId: string, url: string): Promise<void> {
  await write(addCalendarSource, { organizationId, body: { url } })
}

/** Stops reading a calendar. */
export async function deleteCalendarSource(organizationId: string, sourceId: string): Promise<void> {
  await write(removeCalendarSource, { organizationId, params: { sourceId } })
}
