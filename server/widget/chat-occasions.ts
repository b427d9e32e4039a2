import { type Kysely, sql } from 'kysely'
import type { Needs } from '../../src/contract/conversations.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { bookedStart } from '../calendars/booking-status.ts'
import type { Standing } from '../conversations/standing.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Occasion } from '../kernel/occasion.ts'
import type { ChatLead } from './chat-lead.ts'

type Answered = Pick<Standing, 'status' | 'needs'>

/** The reasons for which the business is alerted again as soon as there is a number to call. */
const URGENT: readonly Needs[] = ['emergency', 'danger', 'urgent']

/** How long a member who answers gets no other alert for the same reason. */
const ALERT_EVERY_MS = 10 * MINUTE_MS

/** The changes made by one message from a visitor. */
export interface ChatChanges {
  before: Answered & Pick<Standing, 'taken_by'>
  after: Answered & { id: string; organization_id: string }
  newLead: ChatLead | null
  /** Whether the message contained a phone number, or another one than before. */
  hasNumber: boolean
  /** The start of the call that was booked before the message; null if there was none. */
  calledBefore: string | null
  /** Whether the message booked, moved, or canceled a call. */
  hasBooked: boolean
  now: Date
}

/** Announces the occasions caused by a visitor's message. */
export async function announceChat(
  tx: Kysely<Database>,
  { notifier }: Pick<Deps, 'notifier'>,
  changes: ChatChanges,
): Promise<void> {
  if (!notifier) return
  const { before, after, newLead, now } = changes
  const common = { organizationId: after.organization_id, at: now.toISOString() }
  const occasions: Occasion[] = []
  const isNewlyNeeded = before.status !== after.status || before.needs !== after.needs
  if (after.status === 'needs_person' && after.needs !== null) {
    const needed = { ...common, kind: 'needs_person', conversationId: after.id, needs: after.needs } as const
    const isAlerted = before.taken_by !== null && (await wasAlertedLately(tx, needed, now))
    if (isNewlyNeeded && !isAlerted) occasions.push(needed)
    else if (changes.hasNumber && URGENT.includes(after.needs)) occasions.push({ ...needed, isNumber: true })
  }
  if (newLead) occasions.push({ ...common, kind: 'new_lead', leadId: newLead.id })
  if (changes.hasBooked) {
    const occasion = await bookingOccasion(tx, after.id, changes.calledBefore)
    if (occasion) occasions.push({ ...common, ...occasion })
  }
  for (const occasion of occasions) await notifier.announce(tx, occasion)
}

/** Returns whether the business was alerted within some minutes that a conversation needs a person for the same reason. */
async function wasAlertedLately(
  tx: Kysely<Database>,
  { conversationId, needs }: { conversationId: string; needs: Needs },
  now: Date,
): Promise<boolean> {
  const told = await tx
    .selectFrom('notifications')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', 'needs_person')
    .where('status', '<>', 'canceled')
    .where('created_at', '>', new Date(now.getTime() - ALERT_EVERY_MS))
    .where(sql<boolean>`data->>'needs' = ${needs}`)
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}

async function bookingOccasion(tx: Kysely<Database>, conversationId: string, calledBefore: string | null) {
  const lead = await tx
    .selectFrom('leads')
    .select(['id', 'booking_start_time', 'booking_status'])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  if (!lead) return null
  const start = bookedStart(lead)?.toISOString() ?? null
  if (start === calledBefore) return null
  if (start === null) {
    return calledBefore === null
      ? null
      : ({ kind: 'booking_canceled', leadId: lead.id, start: calledBefore } as const)
  }
  const common = { leadId: lead.id, start }
  return calledBefore === null
    ? ({ ...common, kind: 'booking_made' } as const)
    : ({ ...common, kind: 'booking_moved', previous: calledBefore } as const)
}
