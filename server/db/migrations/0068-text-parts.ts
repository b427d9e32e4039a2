import { type Kysely, sql } from 'kysely'

/**
 * Adds how many parts each text from this server's number had, which the limit of an organization counts, and the
 * carrier of a business's own number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sent_messages add column parts integer not null default 0`.execute(db)
  await sql`alter table own_numbers
    add column carrier text not null default 'twilio',
    add column public_key text,
    alter column account_sid drop not null`.execute(db)
}
