import type { Appointment } from '../../contract/appointments.ts'
import type { CallTimes, Silence } from '../../contract/bookings.ts'
import { wallClock } from '../time/calendar-day.ts'
import { endOf, TIME_TAKEN } from './bookings.ts'

/** The free starts of one day. `day` is `YYYY-MM-DD` in the business's time zone. */
export interface FreeDay {
  day: string
  times: string[]
}

/** Groups free starts by their day in a time zone, in the given order. */
export function freeDays(times: readonly string[], timeZone: string): FreeDay[] {
  const days = Map.groupBy(times, (time) => wallClock(new Date(time), timeZone).day)
  return [...days].map(([day, each]) => ({ day, times: each }))
}

/** Returns what a call at `start` would overlap, as a sentence for the owner; null if nothing. */
export function overlapText(
  busy: CallTimes['busy'],
  start: string,
  { minutes }: Pick<Appointment, 'minutes'>,
): string | null {
  const from = Date.parse(start)
  const to = +endOf(new Date(from), { minutes })
  const over = busy.filter((each) => from < Date.parse(each.to) && to > Date.parse(each.from))
  if (over.some(({ kind }) => kind === 'call')) return TIME_TAKEN
  return over.length > 0 ? 'This time overlaps an appointment in your calendar.' : null
}

const CHANNELS: Record<string, string> = { email: 'email', sms: 'text message' }

const SILENT: Record<string, string> = {
  off: 'No email or text is sent, because Confirm appointments is off in your notification settings.',
  opted_out: 'The customer wants no messages, so none is sent.',
  test: 'This lead is a test, so no message is sent.',
  not_given:
    'No message is sent: the customer gave no email address in the chat and has not agreed to text messages.',
  unreachable: 'No email or mobile number: no message is sent.',
} satisfies Record<Silence, string>

const NEWS = { book: 'a confirmation', move: 'the new time', cancel: 'the cancellation' }
type CallStep = keyof typeof NEWS

const NO_NEWS = 'The confirmation has not gone out yet, so no message is sent.'
/** What holds for every customer, if it is unknown what this one gets. */
const UNKNOWN =
  'The customer gets a message only if Confirm appointments is on in your notification settings, and the customer gave an email address in the chat or agreed to text messages.'

/**
 * Returns which message the customer gets when an appointment is booked, moved, or canceled, as a sentence. `times` is
 * null if they could not be read.
 */
export function confirmationText(
  step: CallStep,
  times: Pick<CallTimes, 'confirmed_by' | 'unconfirmed' | 'silence'> | null,
): string {
  if (!times) return UNKNOWN
  const told = times.confirmed_by.filter(
    (channel) => step !== 'cancel' || !times.unconfirmed.includes(channel),
  )
  const ways = told.flatMap((channel) => CHANNELS[channel] ?? [])
  if (ways.length > 0) return `The customer gets ${NEWS[step]} by ${ways.join(' and ')}.`
  if (told.length < times.confirmed_by.length) return NO_NEWS
  return SILENT[times.silence ?? ''] ?? UNKNOWN
}
