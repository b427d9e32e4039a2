import * as v from 'valibot'
import { CALENDARS, CalendarSource, MOST_SOURCES } from './calendars.ts'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'
import { LIMITS } from './limits.ts'

/** Anyone who has the address can read the calls. `renew` replaces the address; the old one stops working. */
export const openCalendarFeed = endpoint({
  method: 'POST',
  path: `${CALENDARS}/feed`,
  summary: 'Get the private iCalendar address of the estimate calls; creates it if there is none',
  access: 'admin',
  body: v.object({ renew: v.optional(v.boolean(), false) }),
  reply: v.object({ url: v.string() }),
})

export const closeCalendarFeed = endpoint({
  method: 'DELETE',
  path: `${CALENDARS}/feed`,
  summary: 'Revoke the iCalendar address of the estimate calls',
  access: 'admin',
  reply: null,
})

export const addCalendarSource = endpoint({
  method: 'POST',
  path: `${CALENDARS}/sources`,
  summary: `Add an iCal address whose appointments block estimate calls; at most ${MOST_SOURCES}`,
  access: 'admin',
  body: v.object({
    url: v.pipe(text(LIMITS.url), v.trim(), v.nonEmpty('Enter the address of the calendar')),
  }),
  reply: CalendarSource,
  errors: [409, 422],
})

export const removeCalendarSource = endpoint({
  method: 'DELETE',
  path: `${CALENDARS}/sources/:sourceId`,
  summary: 'Remove an iCal address',
  access: 'admin',
  reply: null,
  errors: [404],
})
