import type { Kysely } from 'kysely'
import { readState } from '../agent/state.ts'
import type { Database } from '../db/schema.ts'

/** Why a visitor gets no messages, as a sentence for the owner. */
export const ASKED_FOR_NO_CONTACT = 'The visitor asked in the chat not to be contacted'

/** Why no messages may go to a visitor at all. */
export interface NoMessages {
  /** Whether the visitor asked for that, or the chat is a test. */
  of: 'visitor' | 'test'
  /** A sentence for the owner. */
  reason: string
}

/**
 * Returns why no messages about a lead or a conversation may go to its visitor, or null: the visitor asked not to be
 * contacted, or the chat is a test.
 */
export async function whyNoMessages(
  db: Kysely<Database>,
  { lead_id, conversation_id }: { lead_id: string | null; conversation_id: string | null },
): Promise<NoMessages | null> {
  const conversations = await db
    .selectFrom('conversations')
    .select(['state', 'is_test'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', '=', conversation_id),
        eb('id', '=', selectFrom('leads').select('leads.conversation_id').where('leads.id', '=', lead_id)),
      ]),
    )
    .execute()
  const tested = await db
    .selectFrom('leads')
    .select('id')
    .where('id', '=', lead_id)
    .where('is_test', '=', true)
    .executeTakeFirst()
  if (tested || conversations.some(({ is_test }) => is_test)) {
    return { of: 'test', reason: 'The chat is a test' }
  }
  const isAsked = conversations.some(({ state }) => readState(state).noContact)
  return isAsked ? { of: 'visitor', reason: ASKED_FOR_NO_CONTACT } : null
}
