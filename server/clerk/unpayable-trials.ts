import type { Kysely } from 'kysely'
import { TRIAL_PLAN } from '../../src/domain/billing/trial.ts'
import type { Database } from '../db/schema.ts'
import type { Config } from '../kernel/config.ts'

/** Trials after which the widgets go off although their organizations cannot have bought a plan. */
export interface UnpayableTrials {
  organizations: number
  /** The end of the first trial, which can be in the past. */
  firstEnd: Date
}

/**
 * Returns the trials that no plan can follow, because Clerk's webhooks are off, or Clerk has never reported a plan.
 * Returns null if there are none, with the local identity, and if the operator bills nobody.
 */
export async function unpayableTrials(
  db: Kysely<Database>,
  { isLocal, isFree, clerkWebhookSecret }: Pick<Config, 'isLocal' | 'isFree' | 'clerkWebhookSecret'>,
): Promise<UnpayableTrials | null> {
  if (isLocal || isFree) return null
  if (clerkWebhookSecret) {
    const reported = await db.selectFrom('subscription_items').select('id').limit(1).execute()
    if (reported.length > 0) return null
  }
  const { organizations, first_end } = await db
    .selectFrom('organizations')
    .where('subscription_status', '=', 'trialing')
    .where('plan', '=', TRIAL_PLAN)
    .where('trial_ends_at', 'is not', null)
    .select(({ fn }) => [
      fn.countAll().as('organizations'),
      fn.min<Date | null>('trial_ends_at').as('first_end'),
    ])
    .executeTakeFirstOrThrow()
  return first_end && { organizations: Number(organizations), firstEnd: first_end }
}
