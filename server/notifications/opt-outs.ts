import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { recallOptOuts } from '../journal/opt-outs.ts'

/** Returns the given addresses and numbers (E.164) that have opted out, exactly as given. */
export async function unsubscribedOf(
  db: Kysely<Database>,
  organizationId: string,
  recipients: readonly string[],
): Promise<string[]> {
  if (recipients.length === 0) return []
  await recallOptOuts(db, organizationId, recipients)
  const found = await db
    .selectFrom('email_opt_outs')
    .select('email as recipient')
    .where('organization_id', '=', organizationId)
    .where('email', '=', sql<string>`any(${recipients.map((each) => each.toLowerCase())})`)
    .unionAll(
      db
        .selectFrom('sms_opt_outs')
        .select('phone as recipient')
        .where('phone', '=', sql<string>`any(${recipients})`),
    )
    .execute()
  const out = new Set(found.map(({ recipient }) => recipient))
  return recipients.filter((each) => out.has(each.toLowerCase()))
}

/** Stores that a number (E.164) has sent STOP. */
export async function storeStop(db: Kysely<Database>, phone: string, at: Date): Promise<void> {
  await db
    .insertInto('sms_opt_outs')
    .values({ phone, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
