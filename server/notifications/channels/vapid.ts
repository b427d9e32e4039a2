import webPush from 'web-push'
import type { Deps } from '../../kernel/deps.ts'
import type { VapidKeys } from './config.ts'

const NAME = 'vapid'

/**
 * Returns the configured keys, or the keys that the first server generated for this database. Servers that start
 * at the same time get the same keys, because only the first row is used.
 */
export async function vapidKeys({
  db,
  config,
  clock,
}: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<VapidKeys> {
  if (config.vapid) return config.vapid
  const stored = () =>
    db.selectFrom('server_keys').select('value').where('name', '=', NAME).executeTakeFirst()
  if (!(await stored())) {
    await db
      .insertInto('server_keys')
      .values({ name: NAME, value: JSON.stringify(webPush.generateVAPIDKeys()), created_at: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const row = await stored()
  return row?.value as unknown as VapidKeys
}
