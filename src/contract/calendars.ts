import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** Maximum number of calendars per organization whose appointments block times for calls. */
export const MOST_SOURCES = 5

/**
 * A calendar whose appointments block times for calls. `error` explains why reading it failed after `read_at`, `unread`
 * what of it could not be read.
 */
export const CalendarSource = tolerant(
  v.object({
    id: v.string(),
    host: v.string(),
    read_at: v.nullable(Instant),
    error: v.nullable(v.string()),
    unread: v.optional(v.nullable(v.string()), null),
  }),
  { defaults: () => ({ host: '', read_at: null, error: null, unread: null }) },
)
export type CalendarSource = v.InferOutput<typeof CalendarSource>

/** The services in which estimate calls can be booked. The first connected one receives the calls. */
export const CALENDAR_SERVICES = ['calcom', 'google'] as const
export type CalendarServiceName = (typeof CALENDAR_SERVICES)[number]

/**
 * The calendar setup of an organization. `has_feed`: calendars can subscribe to its estimate calls. `services` lists
 * the services that can be connected on this server, and `connected` those that are connected. `revoked` lists the
 * connected services that no longer accept the connection.
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

export const CALENDARS = '/api/v1/organizations/:orgId/calendars'

export const getCalendars = endpoint({
  method: 'GET',
  path: CALENDARS,
  summary: "Get the setup of the organization's calendars",
  access: 'member',
  reply: Calendars,
})
