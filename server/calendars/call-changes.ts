import type { Kysely } from 'kysely'
import type { Appointment } from '../../src/contract/appointments.ts'
import { publishLeadsChanged } from '../activity/leads-changed.ts'
import { type Circumstances, type Happening, ofCall, record } from '../activity/record.ts'
import { publishChanged } from '../conversations/changed.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Occasion } from '../kernel/occasion.ts'

/** A new call of a lead, a new start of its call, or, if `start` is null, the end of its call. */
export type CallChange = { appointment: Appointment } & (
  | { before: Date | null; start: Date }
  | { before: Date; start: null }
)

/** A change of a call that the visitor didn't make in the chat. */
interface OutsideChange extends Circumstances {
  change: CallChange
  /** Where the call was changed: Fieldhand, or a calendar service. */
  service: string
  conversationId: string | null
  /** What else happened to the lead. */
  others: readonly Happening[]
}

const OCCASIONS = {
  booked: 'booking_made',
  moved: 'booking_moved',
  canceled: 'booking_canceled',
} as const

function happeningOf({ before, start }: CallChange) {
  if (start === null) return { type: 'canceled', start: before.toISOString() } as const
  return { type: before ? 'moved' : 'booked', start: start.toISOString() } as const
}

/**
 * Records a changed call in the lead's history, and announces it to the team, the visitor, and open consoles. Must be
 * called in the transaction that changes the lead. Returns callbacks for after the commit; see `publishWithin`.
 */
export async function announceCall(
  tx: Kysely<Database>,
  { events, notifier }: Pick<Deps, 'events' | 'notifier'>,
  { change, service, conversationId, others, ...about }: OutsideChange,
): Promise<(() => void)[]> {
  const { type, start } = happeningOf(change)
  await record(tx, about, [ofCall(type, start, change.appointment.kind), ...others])
  const occasion: Occasion = {
    organizationId: about.organizationId,
    leadId: about.leadId,
    at: about.at.toISOString(),
    service,
    kind: OCCASIONS[type],
    start,
    ...(type === 'moved' && change.before && { previous: change.before.toISOString() }),
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
