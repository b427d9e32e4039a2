import { type Kysely, sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Database } from '../db/schema.ts'
import { VISITOR } from '../notifications/stored-settings.ts'
import { deleteConversations } from './erase-conversations.ts'
import { eraseJobs } from './erase-jobs.ts'
import { eraseSummaries } from './erase-summaries.ts'

/** Deletes a lead like {@link deleteLead}, and its jobs. Returns whether the organization had it. Call it in a transaction. */
export async function eraseLead(
  tx: Kysely<Database>,
  organizationId: string,
  leadId: string,
): Promise<boolean> {
  const isErased = await deleteLead(tx, organizationId, leadId)
  if (isErased) await eraseJobs(tx)
  return isErased
}

/**
 * Deletes a lead with its conversation, so that the visitor's token and the booking page stop working, what waits to be
 * sent about it, and the texts of summaries that may name it. Addresses that unsubscribed and numbers that sent STOP stay.
 * Returns whether the organization had the lead. Call it in a transaction, and `eraseJobs` after it.
 */
export async function deleteLead(
  tx: Kysely<Database>,
  organizationId: string,
  leadId: string,
): Promise<boolean> {
  const lead = await tx
    .selectFrom('leads')
    .select(['conversation_id', 'prospect_phone', 'contact_phone', 'created_at'])
    .where('id', '=', leadId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!lead) return false
  // Locks the conversation before the lead, like a visitor's message.
  if (lead.conversation_id !== null) await deleteConversations(tx, [lead.conversation_id])
  const phones = [lead.prospect_phone, lead.contact_phone].flatMap(
    (phone) => (phone && parsePhoneNumberFromString(phone, 'US')?.number) || [],
  )
  await tx
    .deleteFrom('sms_consents')
    .where('organization_id', '=', organizationId)
    .where('source', '=', VISITOR)
    .where('phone', '=', sql<string>`any(${phones})`)
    .execute()
  await eraseSummaries(tx, organizationId, lead.created_at)
  const { numDeletedRows } = await tx.deleteFrom('leads').where('id', '=', leadId).executeTakeFirst()
  return numDeletedRows > 0n
}
