import type { Selectable, Transaction } from 'kysely'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  MOST_WEBHOOKS,
  OLD_SECRET_HOURS,
  rotateWebhookSecret,
  SECRET_REPEATED_MINUTES,
  scopeOfEvent,
  updateWebhook,
  WEBHOOK_TRIED_DAYS,
  type Webhook,
} from '../../src/contract/webhooks.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { isKeyId, newId } from '../base/ids.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import type { Database } from '../db/schema.ts'
import type { WebhookEndpointsTable } from '../db/webhook-schema.ts'
import { type Admission, requireScope } from '../http/admission.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { requireSecrets } from '../http/not-configured.ts'
import { problemOf } from './address.ts'
import { mountDeliveries } from './delivery-routes.ts'
import { newSecret, openSecret } from './secret.ts'

type Row = Selectable<WebhookEndpointsTable>

const statusOf = ({ disabled_at, paused_at }: Row) =>
  disabled_at ? 'disabled' : paused_at ? 'paused' : 'active'

/** The length of the end of a secret that members see. */
const HINT_LENGTH = 4

const unknownWebhook = () => new HttpError(404, 'The requested endpoint could not be found.')

/** Returns an endpoint, and locks it. Rejects with 404 if there is none. */
function lockEndpoint(tx: Transaction<Database>, organizationId: string, id: string): Promise<Row> {
  return tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(unknownWebhook)
}

/** Rejects an API key that may not read what the events contain. */
function requireScopes(call: Pick<Admission, 'scopes'>, events: readonly string[]): void {
  for (const event of events) requireScope(call, scopeOfEvent(event))
}

export function mountWebhooks(api: Api): void {
  const { deps } = api
  const { db, clock, config } = deps

  /** Returns a new secret in its stored form. */
  function issued(endpointId: string): string {
    return newSecret(requireSecrets(deps, 'webhooks'), endpointId)
  }

  const secretOf = (row: Row) => openSecret(deps.secrets, row.id, row.secret) ?? ''

  /** Returns an endpoint with its secret, if that is new. */
  function presentIssued(row: Row): Webhook {
    const { created_at, old_secret_until: until } = row
    const at = until === null ? created_at.getTime() : until.getTime() - OLD_SECRET_HOURS * HOUR_MS
    const isNew = clock().getTime() - at < SECRET_REPEATED_MINUTES * MINUTE_MS
    return { ...present(row), secret: isNew ? secretOf(row) : null }
  }

  function present(row: Row): Webhook {
    const { old_secret_until } = row
    return {
      id: row.id,
      url: row.url,
      events: row.events,
      secret: null,
      secret_hint: secretOf(row).replace(/=+$/, '').slice(-HINT_LENGTH),
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

  /** Returns the admin for whom an endpoint is added: with an API key, the one who created the key. */
  async function creatorOf(userId: string): Promise<string> {
    if (!isKeyId(userId)) return userId
    const key = db.selectFrom('api_keys').select('created_by').where('id', '=', userId)
    return (await key.executeTakeFirst())?.created_by ?? userId
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

  mount(api, createWebhook, async (call) => {
    const { organizationId, userId, body } = call
    const { id = newId('hook') } = body
    requireScopes(call, body.events)
    const secret = issued(id)
    const url = await checked(body.url)
    const created_by = await creatorOf(userId)
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
        created_by,
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
      return presentIssued(stored)
    })
  })

  mount(api, updateWebhook, async (call) => {
    const { organizationId, params, body } = call
    const { url, events, is_paused } = body
    const now = clock()
    const target = url === undefined ? undefined : await checked(url)
    return db.transaction().execute(async (tx) => {
      const row = await lockEndpoint(tx, organizationId, params.webhookId)
      requireScopes(call, events ?? row.events)
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
    const secret = issued(params.webhookId)
    return db.transaction().execute(async (tx) => {
      const row = await lockEndpoint(tx, organizationId, params.webhookId)
      const repeated = presentIssued(row)
      if (row.old_secret_until && repeated.secret) return repeated
      const changed = await tx
        .updateTable('webhook_endpoints')
        .set({
          old_secret: row.secret,
          old_secret_until: new Date(clock().getTime() + OLD_SECRET_HOURS * HOUR_MS),
          secret,
        })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return presentIssued(changed)
    })
  })

  mountDeliveries(api)
}
