import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { saltOf } from './entries.ts'
import { createMatcher } from './matching.ts'

/**
 * Stores the opt-outs of addresses and numbers (E.164) that are known only as hashes, because the restored data lacked
 * them, or their organization's data was erased. Call it before the opt-outs of these recipients are read or removed.
 */
export async function recallOptOuts(
  db: Kysely<Database>,
  organizationId: string | null,
  recipients: readonly string[],
): Promise<void> {
  const any = await db.selectFrom('opt_out_hashes').select('kind').limit(1).executeTakeFirst()
  const salt = any && (await saltOf(db))
  if (!salt) return
  const { hashOf } = createMatcher(salt)
  const given = sql`unnest(${recipients}::text[]) as given (recipient)`
  const owners = sql`(select ${organizationId}::text union select null) as owners (owner)`
  await sql`with texts as (
      delete from opt_out_hashes using ${given}, ${owners}
      where kind = 'text_opt_out' and hash = ${hashOf(sql`concat_ws(' ', owner, recipient)`)}
      returning owner, recipient, at
    )
    insert into sms_opt_outs (organization_id, phone, at) select owner, recipient, at from texts
    on conflict do nothing`.execute(db)
  if (organizationId === null) return
  await sql`with mails as (
      delete from opt_out_hashes using ${given}, ${owners}
      where kind = 'mail_opt_out' and hash = ${hashOf(sql`concat_ws(' ', owner, lower(recipient))`)}
      returning owner, lower(recipient) as email, at
    )
    insert into email_opt_outs (organization_id, email, at) select owner, email, at from mails
    on conflict do nothing`.execute(db)
}

/** The tables of opt-outs, and the columns of the addresses and numbers in them. */
const TABLES = [
  ['mail_opt_out', 'email_opt_outs', 'email'],
  ['text_opt_out', 'sms_opt_outs', 'phone'],
] as const

/**
 * Keeps the opt-outs from an organization's mail and texts only as hashes, so that they hold after its data is erased,
 * until their addresses and numbers turn up. Must be called in a transaction. The journal gets no entries, because the
 * opt-outs don't end.
 */
export async function keepOptOutsAsHashes(tx: Kysely<Database>, organizationId: string): Promise<void> {
  const isOwn = sql`organization_id = ${organizationId}`
  const { rows: any } = await sql`select from email_opt_outs where ${isOwn}
    union all select from sms_opt_outs where ${isOwn} limit 1`.execute(tx)
  if (any.length === 0) return
  // Opt-outs can be older than the journal, which creates the salt.
  await sql`insert into journal_salt (salt)
    values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')) on conflict do nothing`.execute(
    tx,
  )
  const { hashOf } = createMatcher(await saltOf(tx))
  const { rows } = await sql<{ quiet: string | null }>`
    select current_setting('fieldhand.keeps_no_journal', true) as quiet`.execute(tx)
  const keepQuiet = (value: string) =>
    sql`select set_config('fieldhand.keeps_no_journal', ${value}, true)`.execute(tx)
  await keepQuiet('on')
  for (const [kind, table, column] of TABLES) {
    await sql`with gone as (delete from ${sql.table(table)} where ${isOwn} returning *)
      insert into opt_out_hashes (kind, hash, at)
      select ${kind}, ${hashOf(sql`organization_id || ' ' || ${sql.ref(column)}`)}, at from gone
      on conflict do nothing`.execute(tx)
  }
  await keepQuiet(rows[0]?.quiet ?? '')
}
