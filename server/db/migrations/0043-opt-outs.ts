import { type Kysely, sql } from 'kysely'

/**
 * Adds opt-outs from all mail of this server, which have no organization; numbers that were asked whether they want
 * texts, which get none until they answer; and numbers that can't receive texts. Removes the tokens from the texts of
 * sent mail, which members can read: they would permit a member to act for the recipient.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table email_opt_outs drop constraint email_opt_outs_pkey`.execute(db)
  await sql`alter table email_opt_outs alter column organization_id drop not null`.execute(db)
  await sql`create unique index email_opt_outs_once on email_opt_outs (email, coalesce(organization_id, ''))`.execute(
    db,
  )
  await sql`create index email_opt_outs_of_organization on email_opt_outs (organization_id)`.execute(db)
  await sql`alter table sms_opt_outs add column is_asked boolean not null default false`.execute(db)
  await sql`create table landlines (phone text primary key, at timestamptz not null)`.execute(db)
  await sql`update notifications set text = replace(text, token, '…'), html = replace(html, token, '…')
    where channel = 'email' and text is not null`.execute(db)
}
