import type { Kysely } from 'kysely'
import { TRIAL_PLAN } from '../../src/domain/billing/trial.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from './schema.ts'

const TRIAL_DAYS = 14

export { TRIAL_PLAN }

/**
 * Creates the product's data of an organization that the identity provider knows: on trial, with nothing set.
 * Does nothing if it exists. Returns false if the provider has deleted the organization, which is final.
 */
export async function provisionOrganization(
  db: Kysely<Database>,
  organization: { id: string; name: string },
  now: Date,
): Promise<boolean> {
  const deleted = await db
    .selectFrom('deleted_organizations')
    .select('id')
    .where('id', '=', organization.id)
    .executeTakeFirst()
  if (deleted) return false
  await db
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
    .execute()
  return true
}
