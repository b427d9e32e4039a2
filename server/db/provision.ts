import { type Kysely, sql } from 'kysely'
import { DEFAULT_CALL_HOURS, type ProfileUpdate } from '../../src/contract/profile.ts'
import { TRIAL_PLAN } from '../../src/domain/billing/trial.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from './schema.ts'

const TRIAL_DAYS = 14
/** The seed of the advisory locks on organization ids. */
const ORGANIZATION_LOCK = 7_301_946_250_113n

export { TRIAL_PLAN }

/**
 * Serializes the creation and deletion of an organization until the transaction ends. A row lock cannot do this,
 * because the row might not exist.
 */
export async function lockOrganizationId(tx: Kysely<Database>, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, ${ORGANIZATION_LOCK}))`.execute(tx)
}

/**
 * Creates the product's data for an organization of the identity provider: on trial, with calls offered at the default
 * times. Does nothing if it exists. Returns false if the provider has deleted the organization, which is final.
 */
export async function provisionOrganization(
  db: Kysely<Database>,
  organization: { id: string; name: string },
  now: Date,
): Promise<boolean> {
  if (!db.isTransaction) return db.transaction().execute((tx) => provisionOrganization(tx, organization, now))
  await lockOrganizationId(db, organization.id)
  const deleted = await db
    .selectFrom('deleted_organizations')
    .select('id')
    .where('id', '=', organization.id)
    .executeTakeFirst()
  if (deleted) return false
  const created = await db
    .insertInto('organizations')
    .values({
      id: organization.id,
      name: organization.name,
      subscription_status: 'trialing',
      plan: TRIAL_PLAN,
      trial_ends_at: new Date(now.getTime() + TRIAL_DAYS * DAY_MS),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created) {
    const fields: ProfileUpdate = { call_hours: [...DEFAULT_CALL_HOURS] }
    await db
      .insertInto('profiles')
      .values({ organization_id: organization.id, fields: JSON.stringify(fields), updated_at: now })
      .execute()
  }
  return true
}
