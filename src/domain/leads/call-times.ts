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
  off: 'Nobody is notified, because Confirm booked calls is off in your notification settings.',
  opted_out: 'The customer wants no messages, so nobody is notified.',
  test: 'This lead is a test, so nobody is notified.',
  not_given:
    'Nobody is notified: the customer gave no email address in the chat and has not agreed to text messages.',
  unreachable: 'No email or mobile number: nobody is notified.',
} satisfies Record<Silence, string>

/** Returns which confirmation the customer gets of a new call, as a sentence. */
export function confirmationText({
  confirmed_by,
  silence,
}: Pick<CallTimes, 'confirmed_by' | 'silence'>): string {
  const ways = confirmed_by.flatMap((channel) => CHANNELS[channel] ?? [])
  if (ways.length > 0) return `The customer gets a confirmation by ${ways.join(' and ')}.`
  return SILENT[silence ?? ''] ?? ''
}
