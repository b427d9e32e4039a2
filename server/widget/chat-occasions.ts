import type { Kysely } from 'kysely'
import { bookedStart } from '../calendars/booking-status.ts'
import type { Standing } from '../conversations/standing.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Occasion } from '../kernel/occasion.ts'
import type { ChatLead } from './chat-lead.ts'

type Answered = Pick<Standing, 'status' | 'needs'>

/** The changes made by one message from a visitor. */
export interface ChatChanges {
  before: Answered
  after: Answered & { id: string; organization_id: string }
  newLead: ChatLead | null
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
  if (after.status === 'needs_person' && after.needs !== null && isNewlyNeeded) {
    occasions.push({ ...common, kind: 'needs_person', conversationId: after.id, needs: after.needs })
  }
  if (newLead) occasions.push({ ...common, kind: 'new_lead', leadId: newLead.id })
  if (changes.hasBooked) {
    const occasion = await bookingOccasion(tx, after.id, changes.calledBefore)
    if (occasion) occasions.push({ ...common, ...occasion })
  }
  for (const occasion of occasions) await notifier.announce(tx, occasion)
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
