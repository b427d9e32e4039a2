import type { InboxConversation } from '../../contract/conversations.ts'
import { capitalized } from '../common/capitalized.ts'
import { bookingClock } from '../leads/booking-time.ts'
import { appointmentOf } from '../leads/bookings.ts'
import { dayAndTime } from '../time/clock-time.ts'
import { shortAge } from '../time/relative-time.ts'
import { type ConversationState, needsPerson, standingText, waitingSince } from './state.ts'
import { whoOf } from './who.ts'

/** Returns how long a visitor has been waiting for a person, such as "Waiting 18 min"; '' if the visitor isn't. */
export function waitText(conversation: InboxConversation, now: Date): string {
  if (!needsPerson(conversation)) return ''
  const age = shortAge(waitingSince(conversation), now)
  return age === 'now' ? 'Waiting' : `Waiting ${age}`
}

/** Returns the name of a row's link: who, the state, how long the visitor has been waiting, and the unread messages. */
export function rowLabel(conversation: InboxConversation, state: ConversationState, wait: string): string {
  const { unread, is_test = false } = conversation
  return [
    whoOf(conversation),
    standingText(state),
    ...(wait === '' ? [] : [wait.toLowerCase()]),
    ...(unread > 0 && !is_test ? [`${unread} unread`] : []),
  ].join(', ')
}

/**
 * Returns what the visitor has booked, such as "Visit Fri, Dec 4, 3:00 PM"; '' if nothing. The zones are those of
 * `bookingClock`.
 */
export function bookedText(
  { booking_start_time: start, booking_kind = null, booking_minutes = null }: InboxConversation,
  now: Date,
  zones: { business: string | null | undefined; device: string },
): string {
  if (!start) return ''
  const { timeZone, name } = bookingClock(start, zones.business, zones.device)
  const { kind } = appointmentOf({ booking_kind, booking_minutes })
  return `${capitalized(kind)} ${dayAndTime(new Date(start), now, timeZone)} ${name}`.trim()
}
