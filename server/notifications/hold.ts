import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import type { NotificationsTable } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { fresh } from './planning.ts'
import { readNotificationSettings } from './stored-settings.ts'
import { dueAt, waiting } from './timing.ts'

type Row = Selectable<NotificationsTable>

/** How often a recipient gets a digest of an organization's messages that are over a limit. */
const DIGEST_MS = 3 * HOUR_MS

/**
 * Lists a queued message in the recipient's next digest instead of sending it. `reason` is a sentence for the owner. Does
 * nothing if the message is no longer queued.
 */
export async function hold(db: Kysely<Database>, row: Row, reason: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const digest_id = await digestOf(tx, row, now)
    await tx
      .updateTable('notifications')
      .set({ status: 'canceled', reason, digest_id })
      .where('id', '=', row.id)
      .where('status', '=', 'queued')
      .execute()
  })
}

/** Returns the ID of the recipient's next digest that isn't being sent yet, and creates it if there is none. */
async function digestOf(tx: Transaction<Database>, row: Row, now: Date): Promise<string> {
  const { organization_id, channel, person_id, recipient, recipient_name } = row
  const settings = await readNotificationSettings(tx, organization_id)
  const { timezone } = await readProfile(tx, organization_id)
  for (let period = Math.floor(now.getTime() / DIGEST_MS); ; period += 1) {
    const end = new Date((period + 1) * DIGEST_MS)
    const to = { kind: 'held_digest', channel, audience: 'owner', recipient } as const
    const joined = await tx
      .insertInto('notifications')
      .values({
        ...fresh(now),
        ...to,
        organization_id,
        event: `held_digest:${period}`,
        person_id,
        recipient_name,
        data: '{}',
        ...waiting(dueAt(end, { ...to, askedAt: null }, settings, timezone), end, now),
      })
      .onConflict((conflict) =>
        conflict
          .expression(sql`organization_id, event, channel, coalesce(device_id, recipient, person_id, '')`)
          // Locks the digest, so that it isn't sent without this message.
          .doUpdateSet({ person_id })
          .where('notifications.released_at', 'is', null)
          .where('notifications.status', 'in', ['queued', 'canceled']),
      )
      .returning('id')
      .executeTakeFirst()
    if (joined) return joined.id
  }
}
