import type { Kysely } from 'kysely'
import { publishLeadsChanged } from '../activity/leads-changed.ts'
import { type Circumstances, type Happening, record } from '../activity/record.ts'
import { publishChanged } from '../conversations/changed.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Occasion } from '../kernel/occasion.ts'

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
  const notify = [await publishLeadsChanged(tx, events, about.organizationId)]
  const conversation = await tx
    .selectFrom('conversations')
    .select(['id', 'organization_id', 'status', 'unread'])
    .where('id', '=', conversationId)
    .executeTakeFirst()
  if (conversation) notify.push(await publishChanged(tx, events, conversation))
  return notify
}
