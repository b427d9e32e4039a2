import * as v from 'valibot'
import { CALENDARS } from './calendars.ts'
import { endpoint } from './endpoint.ts'
import { Instant, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

/** A place to book calls: an event type or a calendar. */
const ChoiceFields = v.object({ id: v.string(), name: v.string(), detail: v.nullable(v.string()) })
export const CalendarChoice = tolerant(ChoiceFields, { defaults: () => ({ name: '', detail: null }) })
export type CalendarChoice = v.InferOutput<typeof CalendarChoice>

export const CALL_STATES = ['written', 'waiting', 'failed'] as const

/**
 * The state of an estimate call in the service. `lead_id` is null if the lead was removed, and `start` if the call was
 * canceled.
 */
export const WrittenCall = tolerant(
  v.object({
    /** The id of the booking. */
    id: v.string(),
    lead_id: v.nullable(v.string()),
    lead_name: v.nullable(v.string()),
    start: v.nullable(Instant),
    state: v.picklist(CALL_STATES),
    error: v.nullable(v.string()),
    url: v.nullable(v.string()),
    at: v.nullable(Instant),
  }),
  {
    defaults: () => ({
      lead_id: null,
      lead_name: null,
      start: null,
      state: 'written' as const,
      error: null,
      url: null,
      at: null,
    }),
  },
)
export type WrittenCall = v.InferOutput<typeof WrittenCall>

/**
 * A service in which estimate calls are booked. `reason` explains why the service no longer accepts the connection.
 * `error` explains why reading from it failed after `read_at`. `calls` lists the latest calls, newest first.
 */
export const CalendarConnection = tolerant(
  v.object({
    service: v.string(),
    account: v.nullable(v.string()),
    state: v.picklist(['active', 'revoked']),
    reason: v.nullable(v.string()),
    choice: CalendarChoice,
    connected_at: v.nullable(Instant),
    read_at: v.nullable(Instant),
    error: v.nullable(v.string()),
    calls: v.array(WrittenCall),
  }),
  {
    defaults: () => ({
      service: '',
      account: null,
      state: 'active' as const,
      reason: null,
      choice: { id: '', name: '', detail: null },
      connected_at: null,
      read_at: null,
      error: null,
      calls: [],
    }),
  },
)
export type CalendarConnection = v.InferOutput<typeof CalendarConnection>

export const CalendarChoices = v.object({ choices: v.array(CalendarChoice) })

const CONNECTION = `${CALENDARS}/connections/:service` as const

export const getCalendarConnection = endpoint({
  method: 'GET',
  path: CONNECTION,
  summary: 'Get the connection to a calendar service, and the last calls written there',
  access: 'member',
  reply: CalendarConnection,
  errors: [404],
})

export const getCalendarChoices = endpoint({
  method: 'GET',
  path: `${CONNECTION}/choices`,
  summary: 'List the calendars in which a connected calendar service can book calls',
  access: 'admin',
  reply: CalendarChoices,
  errors: [404, 409],
})

export const chooseCalendar = endpoint({
  method: 'PUT',
  path: `${CONNECTION}/choice`,
  summary: 'Set the calendar in which calls are booked; existing calls stay where they are',
  access: 'admin',
  body: v.object({ id: text(LIMITS.line) }),
  reply: CalendarConnection,
  errors: [404, 409],
})

export const readCalendarConnection = endpoint({
  method: 'POST',
  path: `${CONNECTION}/read`,
  summary: 'Refresh the busy times of a calendar service',
  access: 'admin',
  body: v.object({}),
  reply: CalendarConnection,
  errors: [404],
})

export const retryWrittenCall = endpoint({
  method: 'POST',
  path: `${CONNECTION}/calls/:bookingId/retry`,
  summary: 'Retry writing a call to a calendar service',
  access: 'admin',
  body: v.object({}),
  reply: CalendarConnection,
  errors: [404],
})

export const disconnectCalendar = endpoint({
  method: 'DELETE',
  path: CONNECTION,
  summary: 'Disconnect a calendar service; calls booked there stay there',
  access: 'admin',
  reply: null,
})

const ApiKey = v.pipe(text(LIMITS.line), v.trim(), v.nonEmpty('Enter the API key'))

export const listCalcomEventTypes = endpoint({
  method: 'POST',
  path: `${CALENDARS}/calcom/event-types`,
  summary: 'List the event types that a Cal.com API key can book',
  access: 'admin',
  body: v.object({ key: ApiKey }),
  reply: CalendarChoices,
  errors: [409],
})

export const connectCalcom = endpoint({
  method: 'POST',
  path: `${CALENDARS}/calcom`,
  summary: 'Connect Cal.com by an API key and one of its event types',
  access: 'admin',
  body: v.object({ key: ApiKey, choice: text(LIMITS.line) }),
  reply: null,
  errors: [409, 422],
})
