import { type Kysely, sql } from 'kysely'
import type { Channel } from '../../src/contract/notification-settings.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { fresh } from './planning.ts'
import { waiting } from './timing.ts'

/** After this many leads in one period, a recipient gets one digest instead of a message per lead. */
export const DIGEST_AFTER = 5
export const DIGEST_MS = 10 * MINUTE_MS

/** The recipient of a digest, as columns of a notification. */
export interface DigestReader {
  channel: Channel
  person_id: string | null
  device_id: string | null
  recipient: string | null
  recipient_name: string
}

/** Returns how many leads a recipient was notified about individually in the last period. */
export async function recentlyNotified(
  tx: Kysely<Database>,
  organizationId: string,
  { channel, device_id, recipient }: DigestReader,
  now: Date,
): Promise<number> {
  const { count } = await tx
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'new_lead')
    .where('channel', '=', channel)
    .where(sql<boolean>`recipient is not distinct from ${recipient}`)
    .where(sql<boolean>`device_id is not distinct from ${device_id}`)
    .where('created_at', '>', new Date(now.getTime() - DIGEST_MS))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Adds a lead that arrived at `at` to the recipient's next digest, which lists every lead from its first to its last
 * one.
 */
export async function joinDigest(
  tx: Kysely<Database>,
  reader: DigestReader,
  { organizationId, at, now }: { organizationId: string; at: Date; now: Date },
  dueOf: (time: Date) => Date | null | 'never',
): Promise<void> {
  const span = { since: at.toISOString(), until: new Date(at.getTime() + 1).toISOString() }
  for (let period = Math.floor(now.getTime() / DIGEST_MS); ; period += 1) {
    const end = new Date((period + 1) * DIGEST_MS)
    const joined = await tx
      .insertInto('notifications')
      .values({
        ...fresh(now),
        organization_id: organizationId,
        event: `lead_digest:${period}`,
        kind: 'lead_digest',
        audience: 'owner',
        ...reader,
        data: JSON.stringify(span),
        ...waiting(dueOf(end), end, now),
      })
      .onConflict((conflict) =>
        conflict
          .expression(sql`organization_id, event, channel, coalesce(device_id, recipient, person_id, '')`)
          .doUpdateSet({
            data: sql`jsonb_build_object(
              'since', least(notifications.data->>'since', excluded.data->>'since'),
              'until', greatest(notifications.data->>'until', excluded.data->>'until'))`,
          })
          // A digest that is already being sent can't include this lead.
          .where('notifications.released_at', 'is', null)
          .where('notifications.status', 'in', ['queued', 'canceled']),
      )
      .returning('id')
      .executeTakeFirst()
    if (joined) return
  }
}
