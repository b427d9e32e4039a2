import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { saltOf } from './entries.ts'
import { createMatcher } from './matching.ts'

/**
 * Stores the opt-outs of addresses and numbers (E.164) that are known only as hashes, because the restored data lacked
 * them. Call it before the opt-outs of these recipients are read or removed.
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
  await sql`with texts as (
      delete from opt_out_hashes using ${given}
      where kind = 'text_opt_out' and hash = ${hashOf(sql`recipient`)} returning recipient, at
    )
    insert into sms_opt_outs (phone, at) select recipient, at from texts on conflict do nothing`.execute(db)
  if (organizationId === null) return
  await sql`with mails as (
      delete from opt_out_hashes using ${given}
      where kind = 'mail_opt_out' and hash = ${hashOf(sql`${organizationId}::text || ' ' || lower(recipient)`)}
      returning lower(recipient) as email, at
    )
    insert into email_opt_outs (organization_id, email, at) select ${organizationId}, email, at from mails
    on conflict do nothing`.execute(db)
}
