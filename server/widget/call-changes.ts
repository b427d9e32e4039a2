import type { Kysely } from 'kysely'
import { type Circumstances, type Happening, record } from '../activity/record.ts'
import { publishChanged } from '../conversations/changed.ts'
import type { Database } from '../db/schema.ts'
import type { Deps, LeadEvents } from '../deps.ts'
import type { Occasion } from '../notifications/occasion.ts'
import { bookingEvent } from './bookings.ts'

/** A new start of a lead's call, or null if the call is canceled. */
export interface CallChange {
  before: Date
  start: Date | null
}

/** A change of a call that the visitor didn't make in the chat. */
interface OutsideChange extends CallChange, Circumstances {
  /** Where the call was changed: Fieldhand, or a calendar service. */
  service: string
  conversationId: string | null
  /** What else happened to the lead. */
  others: readonly Happening[]
}

/**
 * Records a changed call in the lead's history, and announces it to the team, the visitor, and open consoles. Must be
 * called in the transaction that changes the lead. Returns callbacks for after the commit; see `publishWithin`.
 */
export async function announceCall(
  tx: Kysely<Database>,
  { events, notifier }: Pick<Deps, 'events' | 'notifier'>,
  { before, start, service, conversationId, others, ...about }: OutsideChange,
): Promise<(() => void)[]> {
  const previous = before.toISOString()
  const call = start
    ? ({ kind: 'booking_moved', type: 'moved', start: start.toISOString() } as const)
    : ({ kind: 'booking_canceled', type: 'canceled', start: previous } as const)
  await record(tx, about, [{ type: call.type, data: { start: call.start } }, ...others])
  const occasion: Occasion = {
    organizationId: about.organizationId,
    leadId: about.leadId,
    at: about.at.toISOString(),
    service,
    kind: call.kind,
    start: call.start,
    ...(start && { previous }),
  }
  await notifier?.announce(tx, occasion)
  return publishCall(tx, events, conversationId)
}

/**
 * Announces to consoles and to the visitor that a conversation's estimate call has changed; see `publishWithin`. There
 * may be no conversation.
 */
async function publishCall(
  tx: Kysely<Database>,
  events: LeadEvents,
  conversationId: string | null,
): Promise<(() => void)[]> {
  const conversation = await tx
    .selectFrom('conversations')
    .select(['id', 'organization_id', 'status', 'unread'])
    .where('id', '=', conversationId)
    .executeTakeFirst()
  const live = conversation && (await bookingEvent(tx, conversation.id))
  if (!live) return []
  return [
    await publishChanged(tx, events, conversation),
    await events.publishWithin(tx, conversation.organization_id, live),
  ]
}
