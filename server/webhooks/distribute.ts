import { type Insertable, type Kysely, sql } from 'kysely'
import { newId } from '../base/ids.ts'
import type { Database } from '../db/schema.ts'
import type { WebhookDeliveriesTable } from '../db/webhook-schema.ts'
import type { WebhookQueue } from '../kernel/deps.ts'
import { contentsOf, merged } from './contents.ts'

/** The maximum number of events to distribute in one transaction, and of an organization before it is another's turn. */
const BATCH = { total: 200, turn: 20 }

/** Returns the body of a message, in the form that Standard Webhooks recommends. */
export const bodyOf = (type: string, organizationId: string, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), organization_id: organizationId, data })

/**
 * Stores a delivery of each pending event for each endpoint that subscribes to it, and adds the delivery's job.
 * Organizations take turns. Holds the deliveries of paused endpoints. Returns the number of events. Must be called in a
 * transaction.
 */
export async function distribute(tx: Kysely<Database>, queue: WebhookQueue, now: Date): Promise<number> {
  const inTurn = sql<string>`(
    select position from (
      select position, (row_number() over (partition by organization_id order by position) - 1) / ${BATCH.turn} as turn
      from webhook_events
    ) as waiting order by turn, position limit ${BATCH.total})`
  const events = await tx
    .selectFrom('webhook_events')
    .selectAll()
    .where('position', 'in', inTurn)
    .orderBy('position')
    .forUpdate()
    // Another server is distributing the locked events.
    .skipLocked()
    .execute()
  if (events.length === 0) return 0
  await tx
    .deleteFrom('webhook_events')
    .where('position', '=', sql<string>`any(${events.map(({ position }) => position)})`)
    .execute()
  const organizationIds = [...new Set(events.map(({ organization_id }) => organization_id))]
  const endpoints = await tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'organization_id', 'events', 'paused_at'])
    .where('organization_id', '=', sql<string>`any(${organizationIds})`)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const deliveries: Insertable<WebhookDeliveriesTable>[] = []
  for (const event of merged(events)) {
    const { organization_id, type, lead_id, conversation_id } = event
    const subscribed = endpoints.filter(
      (endpoint) => endpoint.organization_id === organization_id && endpoint.events.includes(type),
    )
    const data = subscribed.length > 0 ? await contentsOf(tx, event) : null
    if (data === null) continue
    const body = bodyOf(type, organization_id, now, data)
    for (const { id: endpoint_id, paused_at } of subscribed) {
      deliveries.push({
        id: newId('msg'),
        organization_id,
        endpoint_id,
        lead_id: type === 'lead.deleted' ? null : lead_id,
        conversation_id,
        type,
        body,
        status: paused_at === null ? 'waiting' : 'held',
        created_at: now,
      })
    }
  }
  if (deliveries.length > 0) await tx.insertInto('webhook_deliveries').values(deliveries).execute()
  await queue.add(
    tx,
    deliveries.filter(({ status }) => status === 'waiting'),
  )
  return events.length
}
