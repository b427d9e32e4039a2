import type { Kysely } from 'kysely'
import type { AnsweredCall } from '../../src/contract/calls.ts'
import { readPhone } from '../../src/domain/common/phone.ts'
import type { Database } from '../db/schema.ts'

/** Returns the calls of a conversation that the agent answered, oldest first. */
export async function callsIn(db: Kysely<Database>, conversationId: string): Promise<AnsweredCall[]> {
  const calls = await db
    .selectFrom('calls')
    .select(['id', 'phone', 'started_at', 'seconds', 'outcome', 'summary'])
    .where('conversation_id', '=', conversationId)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return calls.map(({ phone, started_at, ...call }) => ({
    ...call,
    phone: phone === null ? null : readPhone(phone).display,
    started_at: started_at.toISOString(),
  }))
}
