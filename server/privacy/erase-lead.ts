import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { eraseConversations } from './erase-conversations.ts'

/**
 * Deletes a lead with its conversation, so that the visitor's token and the booking page stop working.
 * Returns whether the organization had the lead. Call it in a transaction.
 */
export async function eraseLead(
  tx: Kysely<Database>,
  organizationId: string,
  leadId: string,
): Promise<boolean> {
  const lead = await tx
    .selectFrom('leads')
    .select('conversation_id')
    .where('id', '=', leadId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!lead) return false
  // Locks the conversation before the lead, like a visitor's message.
  if (lead.conversation_id !== null) await eraseConversations(tx, [lead.conversation_id])
  const { numDeletedRows } = await tx.deleteFrom('leads').where('id', '=', leadId).executeTakeFirst()
  return numDeletedRows > 0n
}
