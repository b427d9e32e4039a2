import * as v from 'valibot'
import { AppointmentKind, AppointmentMinutes } from './appointments.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, Instant, knownText } from './fields.ts'
import { Lead } from './leads.ts'
import { tolerant } from './tolerance.ts'

/** Why nobody gets a confirmation of a call. */
export const SILENCES = ['off', 'opted_out', 'test', 'not_given', 'unreachable'] as const
export type Silence = (typeof SILENCES)[number]

const BusyPeriod = tolerant(
  v.object({ from: Instant, to: Instant, kind: knownText(['call', 'appointment']) }),
  { defaults: () => ({ from: '', to: '', kind: 'appointment' }) },
)

/**
 * When a lead's estimate call can take place. `kind` and `minutes` are the appointment that the times are for; null if
 * unknown. It `needs_address` if it is a visit, and the lead has none. `times` are the starts that the agent offers,
 * earliest first, without regard to the lead's own call. `busy` are the booked calls of other leads and the calendars'
 * appointments that are not over; a call can be booked during an appointment, but not during another call.
 * `confirmed_by` are the channels by which the customer gets a confirmation, or the news of a change; if there are
 * none, `silence` is the reason: confirmations are off, the customer wants no messages, the lead is a test, the customer
 * did not give the address or number in the chat, or there is none. `unconfirmed` are those of the channels whose
 * confirmation has not gone out yet, so that the customer hears nothing of a cancellation.
 */
export const CallTimes = tolerant(
  v.object({
    kind: v.nullable(AppointmentKind),
    minutes: v.nullable(v.number()),
    needs_address: v.boolean(),
    times: v.array(Instant),
    busy: v.array(BusyPeriod),
    confirmed_by: v.array(knownText(['email', 'sms'])),
    unconfirmed: v.array(knownText(['email', 'sms'])),
    silence: v.nullable(knownText(SILENCES)),
  }),
  {
    defaults: () => ({
      kind: null,
      minutes: null,
      needs_address: false,
      times: [],
      busy: [],
      confirmed_by: [],
      unconfirmed: [],
      silence: null,
    }),
  },
)
export type CallTimes = v.InferOutput<typeof CallTimes>

export const getCallTimes = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/leads/:leadId/call-times',
  summary: 'List the free times for a lead’s estimate call, and how the customer gets the confirmation',
  access: 'member',
  scope: 'bookings:read',
  reply: CallTimes,
  errors: [404],
})

/**
 * Repeated requests with the same `id`, or for a call that the lead already has at this time, book one call. `kind` and
 * `minutes` are by default what customers book at present.
 */
export const NewBooking = v.object({
  id: v.optional(ClientId),
  start_time: Instant,
  kind: v.optional(AppointmentKind),
  minutes: v.optional(AppointmentMinutes),
})
export type NewBooking = v.InferOutput<typeof NewBooking>

/**
 * The start can be outside business hours. The response is 409 if the lead has an upcoming call, if the time has passed,
 * or if another call is booked at that time.
 */
export const bookCall = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/leads/:leadId/booking',
  summary: 'Book an estimate call with a lead; the customer gets the confirmation after 15 seconds',
  access: 'member',
  scope: 'bookings:write',
  creates: true,
  body: NewBooking,
  reply: Lead,
  errors: [404, 409],
})
