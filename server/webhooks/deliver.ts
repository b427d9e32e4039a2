import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { WEBHOOK_TRIED_DAYS } from '../../src/contract/webhooks.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'
import type { DeliveryStatus, WebhookDeliveriesTable, WebhookEndpointsTable } from '../db/webhook-schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { blockedAddresses } from '../net/public-address.ts'
import { openSecret } from './secret.ts'
import { type Answer, send } from './send.ts'

type Parts = Pick<Deps, 'db' | 'clock' | 'config' | 'log' | 'secrets' | 'notifier' | 'metrics'>
type Delivery = Selectable<WebhookDeliveriesTable>
type Endpoint = Selectable<WebhookEndpointsTable>

const TRIED_MS = WEBHOOK_TRIED_DAYS * DAY_MS
const GONE = 410
/** Failures that are further apart than this count as separate outages. */
const ONE_OUTAGE_MS = DAY_MS

/** The reason why a delivery isn't finished. Causes its job to be retried. */
class NotDelivered extends Error {
  override name = 'NotDelivered'
}

const changeDelivery = (db: Kysely<Database>, id: string, set: Updateable<WebhookDeliveriesTable>) =>
  db.updateTable('webhook_deliveries').set(set).where('id', '=', id)

const isDelivered = ({ status }: Answer) => status !== null && status >= 200 && status < 300

/** The result for a message that can't be signed because its secret is unavailable. */
const UNSIGNED: Answer = {
  durationMs: 0,
  status: null,
  text: null,
  error: 'The secret of this endpoint cannot be read any more. Replace it.',
}

/** Makes one attempt and stores the response. Returns the response, or null if the delivery has been erased. */
async function attempt(
  { db, clock, config, secrets: key, metrics }: Parts,
  delivery: Delivery,
  endpoint: Endpoint,
): Promise<Answer | null> {
  const now = clock()
  const isOldValid = endpoint.old_secret_until !== null && endpoint.old_secret_until > now
  const open = (stored: string) => openSecret(key, endpoint.id, stored)
  const secret = open(endpoint.secret)
  const old = isOldValid && endpoint.old_secret ? open(endpoint.old_secret) : null
  const begun = await changeDelivery(db, delivery.id, {
    attempts: delivery.attempts + 1,
    attempted_at: now,
  }).executeTakeFirst()
  if (begun.numUpdatedRows === 0n) return null
  const { id, body } = delivery
  const answer: Answer =
    secret === null
      ? UNSIGNED
      : await send({ id, url: endpoint.url, body, secrets: old === null ? [secret] : [secret, old] }, now, {
          isPrivate: blockedAddresses(config.localReceivers),
        })
  metrics?.webhookAttempts.inc({ outcome: isDelivered(answer) ? 'delivered' : 'failed' })
  const { status, text, error, durationMs } = answer
  await changeDelivery(db, id, {
    duration_ms: durationMs,
    response_status: status,
    response_body: text,
    error,
  }).execute()
  if (isDelivered(answer)) {
    await changeDelivery(db, id, { status: 'delivered' }).execute()
    await db
      .updateTable('webhook_endpoints')
      .set({ failing_since: null, last_failed_at: null, delivered_at: now })
      .where('id', '=', endpoint.id)
      .execute()
  }
  return answer
}

/**
 * Runs a delivery's job. Rejects if the delivery must be retried. Disables an endpoint whose attempts have failed for
 * three days, or that responds with 410 Gone.
 */
export async function deliver(parts: Parts, deliveryId: string): Promise<void> {
  const { db, clock, log } = parts
  const { delivery, endpoint } = await load(db, deliveryId)
  if (delivery?.status !== 'waiting' || !endpoint) return
  if (endpoint.disabled_at !== null) {
    await setStatus(db, delivery.id, 'failed')
    return
  }
  if (endpoint.paused_at !== null) {
    if (await hold(db, delivery)) return
    throw new NotDelivered('The endpoint has been resumed')
  }
  const answer = await attempt(parts, delivery, endpoint)
  if (answer === null || isDelivered(answer)) return
  const now = clock()
  if (answer.status === GONE) {
    return disable(parts, endpoint.id, 'The receiver answered 410 Gone: it wants no more events.')
  }
  const { failing_since: since } = await db
    .updateTable('webhook_endpoints')
    .set({
      failing_since: sql<Date>`case when failing_since is null or last_failed_at < ${new Date(now.getTime() - ONE_OUTAGE_MS)}
        then ${now} else failing_since end`,
      last_failed_at: now,
    })
    .where('id', '=', endpoint.id)
    .returning('failing_since')
    .executeTakeFirstOrThrow()
  if (since !== null && now.getTime() - since.getTime() >= TRIED_MS) {
    log.warn({ endpoint: endpoint.id }, 'webhook endpoint disabled')
    return disable(parts, endpoint.id, `No attempt has succeeded for ${WEBHOOK_TRIED_DAYS} days.`)
  }
  if (now.getTime() - delivery.created_at.getTime() >= TRIED_MS) {
    await setStatus(db, delivery.id, 'failed')
    return
  }
  throw new NotDelivered(answer.error ?? `The receiver answered ${answer.status}`)
}

/** Makes one attempt immediately, whatever the state of the delivery and the endpoint. A failure changes neither. */
export async function deliverNow(parts: Parts, deliveryId: string): Promise<void> {
  const { delivery, endpoint } = await load(parts.db, deliveryId)
  if (!delivery || !endpoint) return
  await attempt(parts, delivery, endpoint)
}

async function load(db: Kysely<Database>, deliveryId: string) {
  const delivery = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  const endpoint =
    delivery &&
    (await db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', delivery.endpoint_id)
      .executeTakeFirst())
  return { delivery, endpoint }
}

const setStatus = (db: Kysely<Database>, id: string, status: DeliveryStatus) =>
  changeDelivery(db, id, { status }).where('status', '=', 'waiting').execute()

/**
 * Holds a delivery. Returns false if its endpoint is no longer paused, so that resumed deliveries aren't held again.
 */
const hold = (db: Kysely<Database>, { id, endpoint_id }: Delivery): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const paused = await tx
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('id', '=', endpoint_id)
      .where('paused_at', 'is not', null)
      .forShare()
      .executeTakeFirst()
    if (paused) await setStatus(tx, id, 'held')
    return paused !== undefined
  })

/** Disables an endpoint and notifies its organization's admins. Marks its pending deliveries as failed. */
async function disable({ db, clock, notifier }: Parts, endpointId: string, reason: string): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const disabled = await tx
      .updateTable('webhook_endpoints')
      .set({ disabled_at: now, disabled_reason: reason, paused_at: null })
      .where('id', '=', endpointId)
      // Another attempt might have disabled it in the meantime.
      .where('disabled_at', 'is', null)
      .returning(['organization_id', 'url'])
      .executeTakeFirst()
    await tx
      .updateTable('webhook_deliveries')
      .set({ status: 'failed' })
      .where('endpoint_id', '=', endpointId)
      .where('status', 'in', ['waiting', 'held'])
      .execute()
    if (!disabled || !notifier) return
    const { organization_id: organizationId, url } = disabled
    const { host } = new URL(url)
    const at = now.toISOString()
    await notifier.announce(tx, { kind: 'webhook_disabled', organizationId, endpointId, host, reason, at })
  })
}
