import type { Selectable } from 'kysely'
import {
  listWebhookDeliveries,
  resendWebhookDelivery,
  TEST_EVENT,
  testWebhook,
  type WebhookDelivery,
} from '../../src/contract/webhooks.ts'
import { newId } from '../base/ids.ts'
import type { WebhookDeliveriesTable } from '../db/webhook-schema.ts'
import { boundsOf } from '../http/days.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { pageOf, readPosition } from '../http/pages.ts'
import { createLimiter, spend } from '../http/rate-limit.ts'
import { deliverNow } from './deliver.ts'
import { bodyOf } from './distribute.ts'

const PAGE = 20

/** The limit of attempts that members of one organization can cause, because each can take 15 seconds. */
const ATTEMPTS = { points: 20, duration: 60 }

const unknownDelivery = () => new HttpError(404, 'The requested delivery could not be found.')

function present(row: Selectable<WebhookDeliveriesTable>): WebhookDelivery {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    body: row.body,
    created_at: row.created_at.toISOString(),
    attempted_at: row.attempted_at?.toISOString() ?? null,
    duration_ms: row.duration_ms,
    response_status: row.response_status,
    response_body: row.response_body,
    error: row.error,
  }
}

/** Mounts the endpoints for the deliveries to a webhook endpoint, and for their redelivery. */
export function mountDeliveries(api: Api): void {
  const { deps } = api
  const { db, clock } = deps
  const limiter = createLimiter(deps, 'webhookAttempts', ATTEMPTS)
  const countAttempt = (organizationId: string) =>
    spend(limiter, organizationId, 'Too many attempts at once. Please wait a moment and try again')

  async function requireEndpoint(organizationId: string, id: string): Promise<void> {
    const row = await db
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw new HttpError(404, 'The requested endpoint could not be found.')
  }

  /** Makes an attempt, and returns the delivery after it. */
  async function attempted(id: string): Promise<WebhookDelivery> {
    await deliverNow(deps, id)
    const row = await db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw unknownDelivery()
    return present(row)
  }

  mount(api, listWebhookDeliveries, async ({ organizationId, params, query }) => {
    await requireEndpoint(organizationId, params.webhookId)
    const { since, until } = await boundsOf(db, organizationId, query)
    let listed = db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('endpoint_id', '=', params.webhookId)
      .orderBy('position', 'desc')
      .limit(PAGE + 1)
    if (since) listed = listed.where('created_at', '>=', since)
    if (until) listed = listed.where('created_at', '<', until)
    if (query.cursor) listed = listed.where('position', '<', String(readPosition(query.cursor)))
    const { page, next } = pageOf(await listed.execute(), PAGE)
    return { deliveries: page.map(present), cursor: next }
  })

  mount(api, testWebhook, async ({ organizationId, params }) => {
    await requireEndpoint(organizationId, params.webhookId)
    await countAttempt(organizationId)
    const now = clock()
    const id = newId('msg')
    await db
      .insertInto('webhook_deliveries')
      .values({
        id,
        organization_id: organizationId,
        endpoint_id: params.webhookId,
        type: TEST_EVENT,
        body: bodyOf(TEST_EVENT, organizationId, now, { message: 'This is a test from Fieldhand.' }),
        // It is not retried.
        status: 'failed',
        created_at: now,
      })
      .execute()
    return attempted(id)
  })

  mount(api, resendWebhookDelivery, async ({ organizationId, params }) => {
    const found = await db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('endpoint_id', '=', params.webhookId)
      .where('id', '=', params.deliveryId)
      .executeTakeFirst()
    if (!found) throw unknownDelivery()
    await countAttempt(organizationId)
    return attempted(found.id)
  })
}
