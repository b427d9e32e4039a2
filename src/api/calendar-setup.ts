import {
  addCalendarSource,
  closeCalendarFeed,
  openCalendarFeed,
  removeCalendarSource,
} from '../contract/calendar-setup.ts'
import { write } from './client.ts'

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
