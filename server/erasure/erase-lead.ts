import { type Kysely, sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { VISITOR } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import { deleteConversations } from './erase-conversations.ts'
import { eraseJobs } from './erase-jobs.ts'
import { eraseSummaries } from './erase-summaries.ts'

/**
 * Deletes a lead like {@link deleteLead}, and its jobs. Returns whether the organization had the lead. Must be called
 * in a transaction.
 */
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
 * Deletes a lead and everything about it: its conversation, so that the visitor's token and the booking page stop
 * working; pending messages about it; and the texts of summaries that might name it. Keeps unsubscribed addresses and
 * numbers that sent STOP. Returns whether the organization had the lead. Must be called in a transaction and followed
 * by `eraseJobs`.
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
  // Lock the conversation before the lead, in the same order as a visitor's message does.
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
