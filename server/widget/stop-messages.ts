import { type Kysely, sql } from 'kysely'
import { VISITOR } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import { ASKED_FOR_NO_CONTACT } from '../notifications/no-contact.ts'
import { toE164 } from '../notifications/planning.ts'

/**
 * Cancels the messages to the visitor of a conversation that wait, and ends the consent to texts of all of the lead's
 * numbers, because the visitor asked in the chat not to be contacted. It is no opt-out from other businesses' texts: a
 * visitor can name any number.
 */
export async function stopMessages(tx: Kysely<Database>, conversationId: string): Promise<void> {
  const lead = await tx
    .selectFrom('leads')
    .select(['id', 'organization_id', 'prospect_phone', 'contact_phone'])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  if (lead) {
    const phones = [lead.prospect_phone, lead.contact_phone].flatMap((phone) => toE164(phone) ?? [])
    await tx
      .deleteFrom('sms_consents')
      .where('organization_id', '=', lead.organization_id)
      .where('source', '=', VISITOR)
      .where(
        sql<boolean>`(lead_id = ${lead.id} or phone = any(${phones}) or phone in (
          select recipient from notifications
          where lead_id = ${lead.id} and audience = 'visitor' and channel = 'sms'))`,
      )
      .execute()
  }
  await tx
    .updateTable('notifications')
    .set({ status: 'canceled', reason: ASKED_FOR_NO_CONTACT })
    .where(({ or, eb }) =>
      or([eb('conversation_id', '=', conversationId), eb('lead_id', '=', lead?.id ?? null)]),
    )
    .where('audience', '=', 'visitor')
    .where('status', '=', 'queued')
    .execute()
}
