import { emailKey } from '../../src/contract/email-address.ts'
import {
  type Alert,
  type Channel,
  ESCALATION_PERSON,
  type NotificationSettings,
  type Person,
  type PersonChannel,
} from '../../src/contract/notification-settings.ts'
import { minutesOf } from '../../src/domain/settings/business-hours.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'
import { zonesOfPhone } from './phone-zones.ts'
import { lastFree, nextFree, type Quiet } from './quiet.ts'

/** One message to one person, `delayMs` after the occasion. */
export interface Recipient {
  personId: string
  name: string
  channel: PersonChannel
  address: string
  delayMs: number
}

/** The alerts that escalate from person to person until someone opens them. */
const ESCALATED: readonly Alert[] = ['needs_person', 'new_lead']

/** Returns the email address of a person. For the escalation person, it comes from the profile. */
export const emailOf = ({ id, email }: Person, escalationEmail: string | null): string | null =>
  (id === ESCALATION_PERSON ? escalationEmail?.trim() : email) || null

/**
 * Returns who is notified of an alert, and by which channels: everyone at the same time, or with `escalate_minutes` one
 * person after another in the order of the settings. Skips people who can't be reached by any ready channel, without a
 * delay for them. No address is notified twice. `excluded` contains numbers, and addresses in any combination of
 * uppercase and lowercase, that are not notified.
 */
export function recipientsOf(
  alert: Alert,
  settings: Pick<NotificationSettings, 'people' | 'escalate_minutes'>,
  escalationEmail: string | null,
  { excluded, ready }: { excluded: readonly string[]; ready: readonly Channel[] },
): Recipient[] {
  const left = new Set(excluded.map(emailKey))
  const stepMs = ESCALATED.includes(alert) ? (settings.escalate_minutes ?? 0) * MINUTE_MS : 0
  let delayMs = 0
  return settings.people.flatMap((person) => {
    const recipients = [...new Set(person.choices[alert])].flatMap((channel): Recipient[] => {
      const address = ready.includes(channel) ? addressOf(person, channel, escalationEmail) : null
      if (address === null || left.has(emailKey(address))) return []
      left.add(emailKey(address))
      return [{ personId: person.id, name: person.name, channel, address, delayMs }]
    })
    if (recipients.length > 0) delayMs += stepMs
    return recipients
  })
}

/** Returns a person's address for a channel, or null if the channel can't be used. */
export function addressOf(
  person: Person,
  channel: PersonChannel,
  escalationEmail: string | null,
): string | null {
  if (channel === 'email') return emailOf(person, escalationEmail)
  return person.sms_consent ? person.phone : null
}

/**
 * Text messages aren't sent between 21:00 and 8:00 in the recipient's time zone, except to members about a visitor who
 * has just asked for a person.
 */
const NO_TEXTS = { from: 21 * 60, to: 8 * 60 }

/** The facts that determine when a message may be sent. */
export interface Timing {
  channel: Channel
  /** The alert of a message to the business, which is subject to quiet hours; null for visitors and tests. */
  alert: Alert | null
  settings: Pick<NotificationSettings, 'quiet_hours' | 'urgent_in_quiet_hours'>
  /** An unknown or missing zone counts as New York, as it does everywhere. */
  businessZone: string | null
  /** The visitor's number; null for members of the business, who are in its zone. */
  recipientPhone: string | null
  /** Whether the recipient has just requested this message. If so, quiet periods don't delay it. */
  isRequested: boolean
  /** Whether the message is so late that it isn't urgent. */
  isLate: boolean
}

/**
 * Returns when a message may be sent: null for now, a later time, or `never` if the quiet hours leave no time for text
 * messages.
 */
export function sendTime(now: Date, timing: Timing): Date | null | 'never' {
  const free = nextFree(quietTimes(timing), now)
  if (free === null) return 'never'
  return free > now ? free : null
}

/** Returns the quiet periods that delay a message. */
function quietTimes({
  channel,
  alert,
  settings: { quiet_hours: hours, urgent_in_quiet_hours: isUrgentSent },
  businessZone,
  recipientPhone,
  isRequested,
  isLate,
}: Timing): Quiet[] {
  if (isRequested) return []
  const zone = knownZone(businessZone)
  if (alert === 'needs_person' && !isLate && (hours === null || isUrgentSent)) return []
  const ofOwner =
    hours !== null && alert !== null ? [{ zone, from: minutesOf(hours.from), to: minutesOf(hours.to) }] : []
  return channel === 'sms' ? [...ofOwner, ...textTimes(recipientPhone, zone)] : ofOwner
}

const textTimes = (phone: string | null, businessZone: string): Quiet[] =>
  (phone === null ? [businessZone] : zonesOfPhone(phone, businessZone)).map((zone) => ({ zone, ...NO_TEXTS }))

/** The minimum time between a booking and its reminder. Until then, the confirmation is enough. */
const AFTER_BOOKING_MS = 30 * MINUTE_MS

/**
 * Returns when to remind a visitor of a call at `start`, which is `hours` before it; null if that is less than 30
 * minutes after `now`. A text message that would arrive at night is sent after the night if that leaves at least half
 * of the hours, otherwise before the night.
 */
export function reminderTime(
  start: Date,
  hours: number,
  now: Date,
  { channel, phone, businessZone }: { channel: Channel; phone: string | null; businessZone: string | null },
): Date | null {
  const wanted = new Date(start.getTime() - hours * HOUR_MS)
  const earliest = new Date(now.getTime() + AFTER_BOOKING_MS)
  if (wanted < earliest) return null
  const rules = channel === 'sms' ? textTimes(phone, knownZone(businessZone)) : []
  const latest = new Date(start.getTime() - (hours * HOUR_MS) / 2)
  const later = nextFree(rules, wanted)
  if (later && later <= latest) return later
  const earlier = lastFree(rules, wanted)
  return earlier && earlier >= earliest ? earlier : null
}
