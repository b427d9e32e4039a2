import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { tolerant } from './tolerance.ts'

/** What of an organization's calendars is set up. `has_feed`: calendars can subscribe to its estimate calls. */
export const Calendars = tolerant(v.object({ has_feed: v.boolean() }), {
  defaults: () => ({ has_feed: false }),
})
export type Calendars = v.InferOutput<typeof Calendars>

const CALENDARS = '/api/v1/organizations/:orgId/calendars'

export const getCalendars = endpoint({
  method: 'GET',
  path: CALENDARS,
  summary: "What of the organization's calendars is set up",
  access: 'member',
  reply: Calendars,
})

/** Who knows the address can read the calls. `renew` replaces it, so that the one before stops working. */
export const openCalendarFeed = endpoint({
  method: 'POST',
  path: `${CALENDARS}/feed`,
  summary: 'The private address of the estimate calls as iCalendar; made if there is none',
  access: 'admin',
  body: v.object({ renew: v.optional(v.boolean(), false) }),
  reply: v.object({ url: v.string() }),
})

export const closeCalendarFeed = endpoint({
  method: 'DELETE',
  path: `${CALENDARS}/feed`,
  summary: 'Remove the address of the estimate calls, which then stops working',
  access: 'admin',
  reply: null,
})
