import type { Kysely } from 'kysely'
import { DELIVERIES_KEPT_DAYS } from '../../src/contract/webhooks.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { REVOKED_KEPT_DAYS } from '../api/api-keys/api-keys.ts'
import type { Database } from '../db/schema.ts'

/** Erases old webhook deliveries and long revoked API keys at the time `trusted`. Returns the counts. */
export async function eraseOldDeliveries(
  db: Kysely<Database>,
  trusted: Date,
): Promise<{ deliveries: number; keys: number }> {
  const before = (days: number) => new Date(trusted.getTime() - days * DAY_MS)
  const deliveries = await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<=', before(DELIVERIES_KEPT_DAYS))
    .executeTakeFirst()
  const keys = await db
    .deleteFrom('api_keys')
    .where('revoked_at', '<=', before(REVOKED_KEPT_DAYS))
    .executeTakeFirst()
  return { deliveries: Number(deliveries.numDeletedRows), keys: Number(keys.numDeletedRows) }
}
