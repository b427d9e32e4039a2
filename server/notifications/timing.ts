import type { Alert, Channel, NotificationSettings } from '../../src/contract/notification-settings.ts'
import type { NotificationKind } from '../../src/contract/notifications.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { OwnerOccasion } from '../kernel/occasion.ts'
import { sendTime } from './rules.ts'

/** The alert of each kind of message to the business. */
export const ALERT_OF: Partial<Record<NotificationKind, Alert>> & Record<OwnerOccasion['kind'], Alert> = {
  new_lead: 'new_lead',
  lead_digest: 'new_lead',
  needs_person: 'needs_person',
  booking_made: 'booking',
  booking_moved: 'booking',
  booking_canceled: 'booking',
  daily_summary: 'daily_summary',
}

/** How long a message counts as just requested. */
const ASKED_MS = 5 * MINUTE_MS
/** How late a message still counts as urgent, for example after an outage. */
const URGENT_MS = HOUR_MS

export interface Timed {
  kind: NotificationKind
  channel: Channel
  audience: 'owner' | 'visitor'
  recipient: string | null
  /** When the recipient requested this particular message; null if they didn't. */
  askedAt: Date | null
  /** When the message was to be sent, if it is sent later than that. */
  plannedFor?: Date
}

/** Returns when a message planned for `time` may be sent: null for that time, a later time, or `never`. */
export function dueAt(
  time: Date,
  { kind, channel, audience, recipient, askedAt, plannedFor = time }: Timed,
  settings: NotificationSettings,
  businessZone: string | null,
): Date | null | 'never' {
  return sendTime(time, {
    channel,
    alert: heldBy(kind),
    settings,
    businessZone,
    // Somebody who gets a code can be a stranger.
    recipientPhone:
      channel === 'sms' && (audience === 'visitor' || kind === 'recipient_code') ? recipient : null,
    isLate: time.getTime() - plannedFor.getTime() > URGENT_MS,
    isRequested: askedAt !== null && time.getTime() - askedAt.getTime() <= ASKED_MS,
  })
}

/** Returns the alert as which a message is subject to quiet hours, or null if it isn't. */
function heldBy(kind: NotificationKind): Alert | null {
  // The summary is sent at its own configured time.
  if (kind === 'daily_summary') return null
  return kind === 'held_digest' ? 'new_lead' : (ALERT_OF[kind] ?? null)
}

/** Returns the columns of a message that waits until it is due. */
export function waiting(due: Date | null | 'never', planned: Date, now: Date) {
  if (due === 'never') {
    return { status: 'canceled' as const, reason: 'The quiet hours leave no time to send it', due_at: null }
  }
  const at = due ?? planned
  return { status: 'queued' as const, due_at: at > now ? at : null }
}
