import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

/** The most calendars of an organization whose appointments keep calls away. */
export const MOST_SOURCES = 5

/** A calendar whose appointments keep calls away. `error` says why it could not be read after `read_at`. */
export const CalendarSource = tolerant(
  v.object({
    id: v.string(),
    host: v.string(),
    read_at: v.nullable(Instant),
    error: v.nullable(v.string()),
  }),
  { defaults: () => ({ host: '', read_at: null, error: null }) },
)
export type CalendarSource = v.InferOutput<typeof CalendarSource>

/** The services in which estimate calls can be booked; the first that is connected gets the calls. */
export const CALENDAR_SERVICES = ['calcom', 'google'] as const
export type CalendarServiceName = (typeof CALENDAR_SERVICES)[number]

/**
 * What of an organization's calendars is set up. `has_feed`: calendars can subscribe to its estimate calls. `services` are
 * those that can be connected on this server, and `connected` those that are; `revoked` of these no longer accept it.
 */
export const Calendars = tolerant(
  v.object({
    has_feed: v.boolean(),
    sources: v.array(CalendarSource),
    services: v.optional(v.array(v.string()), []),
    connected: v.optional(v.array(v.string()), []),
    revoked: v.optional(v.array(v.string()), []),
  }),
  {
    defaults: () => ({ has_feed: false, sources: [], services: [], connected: [], revoked: [] }),
  },
)
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

export const addCalendarSource = endpoint({
  method: 'POST',
  path: `${CALENDARS}/sources`,
  summary: `Read a calendar at an iCal address, so that no call is booked during its appointments; at most ${MOST_SOURCES}`,
  access: 'admin',
  body: v.object({
    url: v.pipe(text(LIMITS.url), v.trim(), v.nonEmpty('Enter the address of the calendar')),
  }),
  reply: CalendarSource,
  errors: [409],
})

export const removeCalendarSource = endpoint({
  method: 'DELETE',
  path: `${CALENDARS}/sources/:sourceId`,
  summary: 'Stop reading a calendar',
  access: 'admin',
  reply: null,
  errors: [404],
})
