import type { Kysely } from 'kysely'
import type { ActivityType } from '../../src/contract/activity.ts'
import type { Lead } from '../../src/contract/leads.ts'
import type { Database } from '../db/schema.ts'

/** The types of events that book, move, or cancel a call. */
const OF_CALLS: readonly string[] = ['booked', 'moved', 'canceled'] satisfies ActivityType[]
/** The types of events that answer no lead. */
const SILENT: readonly string[] = ['created', 'task'] satisfies ActivityType[]

/**
 * Returns when a member first answered a lead in another way than with a call that is now canceled; null if never. So a
 * lead whose only answer was the booking waits for an answer again.
 */
export async function answeredBesidesCalls(
  tx: Kysely<Database>,
  { id, conversation_id, answered_at }: Pick<Lead, 'id' | 'conversation_id' | 'answered_at'>,
): Promise<Date | null> {
  if (!answered_at) return null
  const first = new Date(answered_at)
  const events = await tx
    .selectFrom('lead_activity')
    .select(['type', 'at'])
    .where('lead_id', '=', id)
    .where('actor_kind', '=', 'person')
    .where('at', '>=', first)
    .execute()
  // A call is booked together with the status.
  const booked = new Set(events.filter(({ type }) => OF_CALLS.includes(type)).map(({ at }) => +at))
  if (!booked.has(+first)) return first
  const reply = await tx
    .selectFrom('messages')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('conversation_id', '=', conversation_id)
    .where('author', '=', 'person')
    .where('message_type', '=', 'outgoing')
    .where('created_at', '>=', first)
    .executeTakeFirst()
  const answers = events.filter(({ type, at }) => !booked.has(+at) && !SILENT.includes(type))
  const times = [...answers.map(({ at }) => +at), ...(reply?.at ? [+reply.at] : [])]
  return times.length > 0 ? new Date(Math.min(...times)) : null
}
