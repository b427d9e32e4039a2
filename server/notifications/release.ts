import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { CHANNELS, type Channel } from '../../src/contract/notification-settings.ts'
import type { NotificationsTable } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import type { JobQueue } from '../jobs/queue.ts'

type Row = Selectable<NotificationsTable>

/** The maximum number of notifications to release in one transaction. */
const BATCH = 500

/** The data of a notification's job. */
export interface Delivery {
  id: string
}

export const queueOf = (channel: Channel) => `send-${channel}`
export const CHANNEL_QUEUES = Object.fromEntries(
  CHANNELS.map((channel) => [queueOf(channel), { isOrdered: true }]),
)

/** Returns a key that identifies the recipient, because jobs don't contain addresses. */
const keyOf = ({
  id,
  organization_id,
  recipient,
  device_id,
}: Pick<Row, 'id' | 'organization_id' | 'recipient' | 'device_id'>): string =>
  createHash('sha256')
    .update(JSON.stringify([organization_id, recipient ?? device_id ?? id]))
    .digest('base64url')

/**
 * Adds jobs for the queued notifications that are due at `now`, in the order in which they were planned. Jobs for the
 * same recipient run one after another. Returns the number of jobs. Must be called in a transaction.
 */
export async function release(
  tx: Kysely<Database>,
  queue: Pick<JobQueue, 'add'>,
  now: Date,
): Promise<number> {
  const rows = await tx
    .selectFrom('notifications')
    .select(['id', 'organization_id', 'channel', 'recipient', 'device_id'])
    .where('status', '=', 'queued')
    .where('released_at', 'is', null)
    .where(({ or, eb }) => or([eb('due_at', 'is', null), eb('due_at', '<=', now)]))
    .orderBy('position')
    .limit(BATCH)
    .forUpdate()
    // Another companion is releasing the locked rows.
    .skipLocked()
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await tx
    .updateTable('notifications')
    .set({ released_at: now })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  for (const channel of CHANNELS) {
    const jobs = rows
      .filter((row) => row.channel === channel)
      .map((row) => ({
        data: { id: row.id } satisfies Delivery,
        key: keyOf(row),
        ...(channel === 'push' && { group: row.organization_id }),
      }))
    await queue.add(tx, queueOf(channel), jobs)
  }
  return rows.length
}
