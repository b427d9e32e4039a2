import type { Kysely } from 'kysely'
import { DAY_MS } from '../../src/domain/durations.ts'
import { TRIAL_PLAN } from '../../src/domain/trial.ts'
import type { Database } from './schema.ts'

const TRIAL_DAYS = 14

export { TRIAL_PLAN }

/**
 * Makes the product's side of an organization that the identity provider has just created: on trial,
 * with nothing set. Does nothing when it is there already.
 */
export async function provisionOrganization(
  db: Kysely<Database>,
  organization: { id: string; name: string },
  now: Date,
): Promise<void> {
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
}
