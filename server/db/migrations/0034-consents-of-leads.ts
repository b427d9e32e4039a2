import { type Kysely, sql } from 'kysely'

/**
 * Adds the lead whose visitor agreed to text messages, so that the consent is erased with the lead. The consent can be
 * for a number other than the lead's. The indexes find the organizations that text a number, and the consents of a
 * lead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sms_consents add column lead_id text references leads (id) on delete cascade`.execute(
    db,
  )
  await sql`update sms_consents set lead_id = told.lead_id from (
    select distinct on (organization_id, recipient) organization_id, recipient, lead_id from notifications
    where channel = 'sms' and audience = 'visitor' and lead_id is not null
    order by organization_id, recipient, position desc
  ) told where sms_consents.organization_id = told.organization_id and sms_consents.phone = told.recipient
    and sms_consents.source = 'visitor'`.execute(db)
  await sql`create index sms_consents_by_lead on sms_consents (lead_id)`.execute(db)
  await sql`create index sms_consents_by_phone on sms_consents (phone)`.execute(db)
  await sql`create index notifications_texts on notifications (recipient) where channel = 'sms'`.execute(db)
}
