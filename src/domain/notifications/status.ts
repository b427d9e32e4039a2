import type { Notification } from '../../contract/notifications.ts'
import { capitalized } from '../common/capitalized.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'

/** The visual style of a notification's status. */
export type StatusTone = 'waiting' | 'done' | 'seen' | 'failed' | 'over'

export interface StatusWords {
  text: string
  tone: StatusTone
}

const REPLACED: Record<string, StatusWords> = {
  sent: { text: 'Sent', tone: 'done' },
  delivered: { text: 'Delivered', tone: 'done' },
  opened: { text: 'Opened', tone: 'seen' },
}

const withReason = (text: string, reason: string | null) => (reason ? `${text}: ${reason}` : text)

/** Returns a notification's status in words, such as `Waiting until 8:00 AM` or `Failed: The mailbox is full`. */
export function statusOf(
  { status, reason, due_at }: Pick<Notification, 'status' | 'reason' | 'due_at'>,
  now: Date,
  timeZone?: string,
): StatusWords {
  if (status === 'failed') return { text: withReason('Failed', reason), tone: 'failed' }
  if (status === 'canceled') return { text: withReason('Not sent', reason), tone: 'over' }
  if (status === 'queued') {
    const due = due_at === null ? Number.NaN : Date.parse(due_at)
    const text = due > now.getTime() ? `Waiting until ${dueTime(new Date(due), now, timeZone)}` : 'Queued'
    return { text: withReason(text, reason), tone: 'waiting' }
  }
  return REPLACED[status] ?? { text: readable(status), tone: 'over' }
}

/** Returns the time of day, with the date unless it is today or soon. */
function dueTime(due: Date, now: Date, timeZone: string | undefined): string {
  const time = due.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
  const day = (date: Date) =>
    date.toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone })
  // A time on the next morning needs no date.
  const isSoon = due.getTime() - now.getTime() < 18 * HOUR_MS
  return day(due) === day(now) || isSoon ? time : `${day(due)}, ${time}`
}

const readable = (word: string) => capitalized(word.replaceAll('_', ' '))

/** Returns whether a notification is about to change: it is queued and not delayed. */
export function isUnderWay({ status, due_at }: Pick<Notification, 'status' | 'due_at'>, now: Date): boolean {
  return status === 'queued' && (due_at === null || Date.parse(due_at) <= now.getTime() + MINUTE_MS)
}

const KINDS: Record<string, string> = {
  new_lead: 'New lead',
  lead_digest: 'New leads',
  needs_person: 'Needs a person',
  booking_made: 'Estimate booked',
  booking_moved: 'Estimate moved',
  booking_canceled: 'Estimate canceled',
  daily_summary: 'Daily summary',
  webhook_disabled: 'Webhook turned off',
  connection_ended: 'Connection ended',
  held_digest: 'Notifications together',
  recipient_code: 'Confirmation code',
  test: 'Test',
  resubscribe: 'Link to get emails again',
  confirmation: 'Confirmation',
  confirmation_moved: 'Confirmation of the new time',
  confirmation_canceled: 'Cancellation',
  reminder: 'Reminder',
  transcript: 'Transcript',
  reply: 'Unread reply',
  text: 'Answer by text',
}

const CHANNEL_NAMES: Record<string, string> = { email: 'Email', sms: 'Text', push: 'Push' }

export const kindName = (kind: string): string => KINDS[kind] ?? readable(kind)

export const channelName = (channel: string): string => CHANNEL_NAMES[channel] ?? readable(channel)

/** Returns a notification's recipient: the name and the address, if known. */
export function recipientOf({
  recipient_name,
  recipient,
  channel,
}: Pick<Notification, 'recipient_name' | 'recipient' | 'channel'>): string {
  const shown = [recipient_name.trim(), recipient].filter(Boolean).join(' · ')
  return shown || (channel === 'push' ? 'A device' : 'Unknown recipient')
}
