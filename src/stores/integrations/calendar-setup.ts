import {
  deleteCalendarFeed,
  deleteCalendarSource,
  postCalendarFeed,
  postCalendarSource,
} from '../../api/calendar-setup.ts'
import type { Calendars } from '../../contract/calendars.ts'
import { changing } from '../base/query/changing.ts'
import { orNull } from '../base/query/optional.ts'
import { changeCached } from '../base/query/query.ts'

const apply = (organizationId: string, parts: Partial<Calendars>) =>
  changeCached<Calendars | null>(organizationId, 'calendars', (known) => known && { ...known, ...parts })

const change = changing('calendar-setup-changed')

/**
 * Returns the private URL of the estimate calls feed. Creates the URL if there is none, or replaces it with `renew`.
 */
export const openFeed = (renew = false): Promise<string> =>
  change(async (organizationId) => {
    const url = await postCalendarFeed(organizationId, renew)
    await apply(organizationId, { has_feed: true })
    return url
  })

/** Removes the URL of the estimate calls feed. */
export const closeFeed = (): Promise<void> =>
  change(async (organizationId) => {
    await deleteCalendarFeed(organizationId)
    await apply(organizationId, { has_feed: false })
  })

/** Adds a calendar for the server to read. Rejects with the reason if the server cannot read it. */
export const addSource = (url: string): Promise<void> =>
  change((organizationId) => postCalendarSource(organizationId, url))

/** Stops reading a calendar, even if it has already been removed. */
export const removeSource = (id: string): Promise<void> =>
  change(async (organizationId) => {
    await orNull(deleteCalendarSource)(organizationId, id)
    await changeCached<Calendars | null>(
      organizationId,
      'calendars',
      (known) => known && { ...known, sources: known.sources.filter((source) => source.id !== id) },
    )
  })
