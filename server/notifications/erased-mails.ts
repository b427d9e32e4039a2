import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { nameOfSalt, saltOf } from '../journal/entries.ts'
import { createMatcher } from '../journal/matching.ts'
import type { MailOptOuts } from './opt-outs.ts'

/** The hashes of a recipient whose mail was erased: with its organization, and alone. */
export interface ErasedRecipient {
  own_hash: string
  all_hash: string
}

/** Returns what is left of a mail that was erased, by its token, or null. */
export async function findErasedMail(db: Kysely<Database>, token: string) {
  const mail = await db
    .selectFrom('erased_mails')
    .selectAll()
    .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
    .executeTakeFirst()
  return mail ?? null
}

/** Returns what the recipient of an erased mail has opted out of. */
export async function optOutsOfErased(
  db: Kysely<Database>,
  { own_hash, all_hash }: ErasedRecipient,
): Promise<MailOptOuts> {
  const { hashOf } = createMatcher(await saltOf(db))
  const { rows } = await sql<{ hash: string }>`
    select hash from opt_out_hashes where kind = 'mail_opt_out' and hash in (${own_hash}, ${all_hash})
    union all
    select hash from (
      select ${hashOf(sql`concat_ws(' ', organization_id, email)`)} as hash from email_opt_outs
    ) as known where hash in (${own_hash}, ${all_hash})`.execute(db)
  const isIn = (hash: string) => rows.some((row) => row.hash === hash)
  return { own: isIn(own_hash), all: isIn(all_hash) }
}

/**
 * Stores that the recipient of an erased mail has opted out of an organization's mail, or without one, of all mail, until
 * the address turns up. The journal gets the same entry as for other opt-outs.
 */
export async function optOutErased(
  db: Kysely<Database>,
  { own_hash, all_hash }: ErasedRecipient,
  organizationId: string | null,
  at: Date,
): Promise<void> {
  const hash = organizationId === null ? all_hash : own_hash
  await db.transaction().execute(async (tx) => {
    const salt = await saltOf(tx)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('opt_out_hashes')
      .values({ kind: 'mail_opt_out', hash, at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows || salt === null) return
    const entry = { kind: 'mail_opt_out', organization: organizationId, subject: hash }
    await tx
      .insertInto('journal_entries')
      .values({ ...entry, salt: nameOfSalt(salt) })
      .execute()
  })
}
