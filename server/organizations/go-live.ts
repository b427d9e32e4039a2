import type { Kysely } from 'kysely'
import { type GoLive, goLiveOf } from '../../src/domain/billing/go-live.ts'
import type { Database } from '../db/schema.ts'
import type { Config } from '../kernel/config.ts'

/** Returns whether an organization's widget is live at `now`, and the reason. */
export async function readGoLive(
  db: Kysely<Database>,
  { isFree }: Pick<Config, 'isFree'>,
  organizationId: string,
  now: Date,
): Promise<GoLive> {
  const { trial_ends_at, ...subscription } = await db
    .selectFrom('organizations')
    .select(['subscription_status', 'plan', 'trial_ends_at'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const trialEndsAt = trial_ends_at?.toISOString() ?? null
  return goLiveOf({ ...subscription, trial_ends_at: trialEndsAt, is_free: isFree ?? false }, now)
}
