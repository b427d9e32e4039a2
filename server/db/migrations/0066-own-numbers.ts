import { type Kysely, sql } from 'kysely'

/** The tables whose entries in the journal this migration adds or changes, as in `0042-journal`. */
const TRIGGERS = [
  [
    'sms_opt_outs_journal_deletions',
    'delete on sms_opt_outs',
    'text_opt_out_ended',
    'organization_id, phone',
  ],
  ['sms_opt_outs_journal_insertions', 'insert on sms_opt_outs', 'text_opt_out', 'organization_id, phone'],
  ['own_numbers_journal_deletions', 'delete on own_numbers', 'number_disconnected', 'phone, connected_at'],
  [
    'own_numbers_journal_changes',
    'update on own_numbers',
    'number_disconnected',
    'phone, connected_at',
    'when (old.connected_at <> new.connected_at)',
  ],
] as const

/**
 * Adds the numbers that businesses have of their own, and opt-outs from the texts of one organization: those without one
 * are from the texts of this server's number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table own_numbers (
    organization_id text primary key,
    phone text not null unique,
    account_sid text not null,
    number_sid text not null,
    sealed text not null,
    connected_at timestamptz not null,
    trouble text,
    last_text_at timestamptz,
    last_call_at timestamptz
  )`.execute(db)
  await sql`alter table sms_opt_outs drop constraint sms_opt_outs_pkey`.execute(db)
  await sql`alter table sms_opt_outs add column organization_id text`.execute(db)
  await sql`create unique index sms_opt_outs_once on sms_opt_outs (phone, coalesce(organization_id, ''))`.execute(
    db,
  )
  await sql`create index sms_opt_outs_of_organization on sms_opt_outs (organization_id)`.execute(db)
  for (const [name, event, kind, columns, condition = ''] of TRIGGERS) {
    const table = event.split(' ').at(-1)
    const call = [kind, 'hashed', ...columns.split(', ')].map((argument) => `'${argument}'`)
    await sql.raw(`drop trigger if exists ${name} on ${table}`).execute(db)
    await sql
      .raw(
        `create trigger ${name} after ${event} for each row ${condition} execute function note_journal_row(${call.join(', ')})`,
      )
      .execute(db)
  }
}
