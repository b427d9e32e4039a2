import type { Kysely } from 'kysely'
import type { BillingState } from '../../src/domain/billing/go-live.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'
import type { Config } from '../kernel/config.ts'
import { readGoLive } from '../organizations/go-live.ts'

/** What an organization may send within a day. */
export interface Allowance {
  /** Alerts by email and text. The others are listed in a digest. */
  alerts: number
  /** Codes to addresses and numbers that aren't confirmed. */
  codes: number
  /** Visitors' addresses that get mail, and visitors' numbers that get texts. A stranger can enter anyone's. */
  visitors: number
  /** The share of `TEXT_PARTS_PER_DAY` that its texts from this server's number may have. */
  partShare: number
}

/** For how many days an organization is new. */
const NEW_DAYS = 7

const TRIAL = { codes: 20, visitors: 30, partShare: 1 / 4 } as const
const CUSTOMER = { codes: 60, visitors: 300, partShare: 1 } as const
const OF_TRIAL = { isNew: { ...TRIAL, alerts: 100 }, isOld: { ...TRIAL, alerts: 200 } } as const
const OF_CUSTOMER = { isNew: { ...CUSTOMER, alerts: 500 }, isOld: { ...CUSTOMER, alerts: 2_000 } } as const

/** Returns the allowance of an organization by its plan and age: a stranger can register a trial within a minute. */
export function allowanceFor(state: BillingState, ageDays: number): Allowance {
  const allowances = state === 'paid' || state === 'free' ? OF_CUSTOMER : OF_TRIAL
  return allowances[ageDays < NEW_DAYS ? 'isNew' : 'isOld']
}

/** Returns the allowance of an organization at `now`. */
export async function allowanceOf(
  db: Kysely<Database>,
  config: Pick<Config, 'isFree'>,
  organizationId: string,
  now: Date,
): Promise<Allowance> {
  const { billingState } = await readGoLive(db, config, organizationId, now)
  const { created_at } = await db
    .selectFrom('organizations')
    .select('created_at')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return allowanceFor(billingState, (now.getTime() - created_at.getTime()) / DAY_MS)
}
