import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { VISITOR } from '../notifications/stored-settings.ts'

/**
 * Ends the consent to texts that the visitor of a conversation gave, and cancels those that wait, because the visitor
 * asked in the chat not to be contacted. It isn't an opt-out of the number: a visitor can name any number.
 */
export async function stopTexts(tx: Kysely<Database>, conversationId: string): Promise<void> {
  const lead = tx.selectFrom('leads').select('id').where('conversation_id', '=', conversationId)
  await tx.deleteFrom('sms_consents').where('source', '=', VISITOR).where('lead_id', 'in', lead).execute()
  await tx
    .updateTable('notifications')
    .set({ status: 'canceled', reason: 'The visitor asked in the chat not to be contacted' })
    .where('lead_id', 'in', lead)
    .where('audience', '=', 'visitor')
    .where('channel', '=', 'sms')
    .where('status', '=', 'queued')
    .execute()
}
