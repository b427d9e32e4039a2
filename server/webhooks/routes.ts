import { type Selectable, sql } from 'kysely'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  MOST_WEBHOOKS,
  OLD_SECRET_HOURS,
  rotateWebhookSecret,
  updateWebhook,
  WEBHOOK_TRIED_DAYS,
  type Webhook,
} from '../../src/contract/webhooks.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'
import { newId } from '../base/ids.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import type { WebhookEndpointsTable } from '../db/webhook-schema.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { requireSecrets } from '../http/not-configured.ts'
import { problemOf } from './address.ts'
import { mountDeliveries } from './delivery-routes.ts'
import { newSecret, openSecret } from './secret.ts'

type Row = Selectable<WebhookEndpointsTable>

const statusOf = ({ disabled_at, paused_at }: Row) =>
  disabled_at ? 'disabled' : paused_at ? 'paused' : 'active'

const unknownWebhook = () => new HttpError(404, 'The requested endpoint could not be found.')

export function mountWebhooks(api: Api): void {
  const { deps } = api
  const { db, clock, config } = deps

  /** Returns a new secret in its stored form. */
  function issued(endpointId: string): string {
    return newSecret(requireSecrets(deps, 'webhooks'), endpointId)
  }

  function present(row: Row): Webhook {
    const { old_secret_until } = row
    return {
      id: row.id,
      url: row.url,
      events: row.events,
      secret: openSecret(deps.secrets, row.id, row.secret) ?? '',
      old_secret_until:
        old_secret_until && old_secret_until > clock() ? old_secret_until.toISOString() : null,
      status: statusOf(row),
      disabled_reason: row.disabled_reason,
      failing_since: row.failing_since?.toISOString() ?? null,
      delivered_at: row.delivered_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    }
  }

  /** Returns the normalized address. Rejects an address to which webhooks cannot be sent. */
  async function checked(address: string): Promise<string> {
    const url = new URL(address)
    const message = await problemOf(url, config)
    if (message !== null) throw new HttpError(400, message, { details: [{ path: 'url', message }] })
    return url.href
  }

  mount(api, listWebhooks, async ({ organizationId }) => {
    const rows = await db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(present)
  })

  mount(api, createWebhook, async ({ organizationId, userId, body }) => {
    const { id = newId('hook') } = body
    const secret = issued(id)
    const url = await checked(body.url)
    return db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      const { count } = await tx
        .selectFrom('webhook_endpoints')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('organization_id', '=', organizationId)
        .where('id', '<>', id)
        .executeTakeFirstOrThrow()
      if (Number(count) >= MOST_WEBHOOKS) {
        const message = `There is room for ${MOST_WEBHOOKS} endpoints. Remove one first`
        throw new HttpError(409, message, { code: 'limit_reached' })
      }
      const row = {
        id,
        organization_id: organizationId,
        url,
        events: JSON.stringify([...new Set(body.events)]),
        secret,
        created_at: clock(),
        created_by: userId,
      }
      const stored = await tx
        .insertInto('webhook_endpoints')
        .values(row)
        .onConflict((same) =>
          same
            .column('id')
            .doUpdateSet({ url, events: row.events })
            .where('webhook_endpoints.organization_id', '=', organizationId),
        )
        .returningAll()
        .executeTakeFirst()
      if (!stored) throw new HttpError(409, 'This endpoint id is already in use', { code: 'id_in_use' })
      return present(stored)
    })
  })

  mount(api, updateWebhook, async ({ organizationId, params, body }) => {
    const { url, events, is_paused } = body
    const now = clock()
    const target = url === undefined ? undefined : await checked(url)
    return db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', '=', params.webhookId)
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw unknownWebhook()
      const isResumed = is_paused === false && statusOf(row) !== 'active'
      const changed = await tx
        .updateTable('webhook_endpoints')
        .set({
          url: target ?? row.url,
          events: JSON.stringify(events ? [...new Set(events)] : row.events),
          ...(is_paused === true && row.disabled_at === null && { paused_at: row.paused_at ?? now }),
          ...(isResumed && {
            ...{ paused_at: null, disabled_at: null, disabled_reason: null },
            ...{ failing_since: null, last_failed_at: null },
          }),
        })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (isResumed) {
        await tx
          .updateTable('webhook_deliveries')
          .set({ status: 'failed', error: `It was held for more than ${WEBHOOK_TRIED_DAYS} days.` })
          .where('endpoint_id', '=', row.id)
          .where('status', '=', 'held')
          .where('created_at', '<=', new Date(now.getTime() - WEBHOOK_TRIED_DAYS * DAY_MS))
          .execute()
        const held = await tx
          .updateTable('webhook_deliveries')
          .set({ status: 'waiting' })
          .where('endpoint_id', '=', row.id)
          .where('status', '=', 'held')
          .returning(['id', 'organization_id', 'position'])
          .execute()
        await deps.webhooks?.add(
          tx,
          held.toSorted((a, b) => Number(a.position) - Number(b.position)),
        )
      }
      return present(changed)
    })
  })

  mount(api, deleteWebhook, async ({ organizationId, params }) => {
    const { numDeletedRows } = await db
      .deleteFrom('webhook_endpoints')
      .where('organization_id', '=', organizationId)
      .where('id', '=', params.webhookId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw unknownWebhook()
  })

  mount(api, rotateWebhookSecret, async ({ organizationId, params }) => {
    const row = await db
      .updateTable('webhook_endpoints')
      .set({
        old_secret: sql<string>`secret`,
        old_secret_until: new Date(clock().getTime() + OLD_SECRET_HOURS * HOUR_MS),
        secret: issued(params.webhookId),
      })
      .where('organization_id', '=', organizationId)
      .where('id', '=', params.webhookId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw unknownWebhook()
    return present(row)
  })

  mountDeliveries(api)
}
