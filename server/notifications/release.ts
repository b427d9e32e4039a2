import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { CHANNELS, type Channel } from '../../src/contract/notification-settings.ts'
import type { NotificationsTable } from '../db/notification-schema.ts'
import type { JobQueue } from '../db/queue.ts'
import type { Database } from '../db/schema.ts'
import { urgencyOf } from './urgency.ts'

type Row = Selectable<NotificationsTable>

/** The maximum number of notifications to release in one transaction. */
const BATCH = 500

/** The data of a notification's job. */
export interface Delivery {
  id: string
}

export const queueOf = (channel: Channel) => `send-${channel}`
export const CHANNEL_QUEUES = Object.fromEntries(
  // The members of an organization choose the push services of their devices.
  CHANNELS.map((channel) => [queueOf(channel), { isOrdered: true, isLoweredByFailure: channel === 'push' }]),
)

/**
 * Returns a key that identifies the recipient, because jobs don't contain addresses. Messages of the same urgency stay
 * in order, but an alert overtakes less urgent messages.
 */
const keyOf = (
  {
    id,
    organization_id,
    recipient,
    device_id,
  }: Pick<Row, 'id' | 'organization_id' | 'recipient' | 'device_id'>,
  urgency: number,
): string =>
  createHash('sha256')
    .update(JSON.stringify([organization_id, recipient ?? device_id ?? id, urgency]))
    .digest('base64url')

/** Whether a notification waits for its job, and is due. */
const isDue = (now: Date) =>
  sql<boolean>`status = 'queued' and released_at is null and (due_at is null or due_at <= ${now})`

/**
 * Adds jobs for queued notifications that are due at `now`, of one organization or in turn of all, in the order in
 * which they were planned. Jobs for the same recipient and of the same urgency run one after another. Returns the
 * number of jobs. Must be called in a transaction.
 */
export async function release(
  tx: Kysely<Database>,
  queue: Pick<JobQueue, 'add'>,
  now: Date,
  organizationId?: string,
): Promise<number> {
  const isOwn = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`
  const inTurn = sql<string>`(
    select id from (
      select id, position, row_number() over (partition by organization_id order by position) as turn
      from notifications where ${isDue(now)} and ${isOwn}
    ) as due order by turn, position limit ${BATCH})`
  const rows = await tx
    .selectFrom('notifications')
    .select(['id', 'organization_id', 'kind', 'channel', 'recipient', 'device_id', 'data'])
    .where('id', 'in', inTurn)
    .where(isDue(now))
    .orderBy('position')
    .forUpdate()
    // Another server is releasing the locked rows.
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
      .map((row) => {
        const urgency = urgencyOf(row.kind, row.data.needs)
        const data: Delivery = { id: row.id }
        return { data, key: keyOf(row, urgency), group: row.organization_id, urgency }
      })
    await queue.add(tx, queueOf(channel), jobs)
  }
  return rows.length
}
