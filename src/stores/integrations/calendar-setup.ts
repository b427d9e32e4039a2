import {
  deleteCalendarFeed,
  deleteCalendarSource,
  postCalendarFeed,
  postCalendarSource,
} from '../../api/calendar-setup.ts'
import type { Calendars } from '../../contract/calendars.ts'
import { changeCached, markStale } from '../query/query.ts'
import { requireOwner } from '../session/owner.ts'

const change = (organizationId: string, parts: Partial<Calendars>) =>
  changeCached<Calendars | null>(organizationId, 'calendars', (known) => known && { ...known, ...parts })

/** Returns the private address of the estimate calls. Makes it if there is none, or a new one with `renew`. */
export async function openFeed(renew = false): Promise<string> {
  const { organizationId } = requireOwner()
  const url = await postCalendarFeed(organizationId, renew)
  await change(organizationId, { has_feed: true })
  markStale(organizationId, 'calendars')
  return url
}

/** Ends the address of the estimate calls. */
export async function closeFeed(): Promise<void> {
  const { organizationId } = requireOwner()
  await deleteCalendarFeed(organizationId)
  await change(organizationId, { has_feed: false })
  markStale(organizationId, 'calendars')
}

/** Has a calendar read. Rejects with the reason if it cannot be. */
export async function addSource(url: string): Promise<void> {
  const { organizationId } = requireOwner()
  await postCalendarSource(organizationId, url)
  markStale(organizationId, 'calendars')
}

/** Stops reading a calendar. */
export async function removeSource(id: string): Promise<void> {
  const { organizationId } = requireOwner()
  await deleteCalendarSource(organizationId, id)
  await changeCached<Calendars | null>(
    organizationId,
    'calendars',
    (known) => known && { ...known, sources: known.sources.filter((source) => source.id !== id) },
  )
  markStale(organizationId, 'calendars')
}
