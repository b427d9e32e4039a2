import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { newId } from '../base/ids.ts'
import { failureForLog } from '../base/log.ts'
import type { Secrets } from '../base/secrets.ts'
import { Rejected } from '../base/vendor-errors.ts'
import { readConnection } from '../calendars/connections.ts'
import {
  type CalendarConnection,
  connectionPlace,
  connectionsOf,
  storeConnection,
} from '../calendars/services.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { askCalcom } from './api.ts'
import { type CalcomCredentials, calcomConfig, createCalcom, eventTypesOf } from './service.ts'
import { calcomWebhookUrl, TRIGGERS } from './webhook.ts'

const Me = v.object({ email: v.nullish(v.string()), username: v.nullish(v.string()) })
const Webhook = v.object({ id: v.union([v.number(), v.string()]) })

/**
 * Connects an organization to Cal.com with an API key, and books its calls as an event type. Replaces an existing
 * connection. Rejects with a VendorError.
 */
export async function connectCalcom(
  deps: Deps & { secrets: Secrets },
  organizationId: string,
  key: string,
  choiceId: string,
): Promise<void> {
  const { db, clock, secrets } = deps
  const config = calcomConfig(deps)
  const me = await askCalcom(config, key, { path: '/me', data: Me })
  const choice = (await eventTypesOf(config, key)).find(({ id }) => id === choiceId)
  if (!choice) throw new Rejected(404, 'This event type is no longer in Cal.com')
  const hook = newId('hook')
  const secret = randomBytes(32).toString('base64url')
  const webhookId = await subscribe(deps, key, secret, hook)
  const credentials: CalcomCredentials = { key, secret, webhookId }
  const stored = {
    account: me.email ?? me.username ?? null,
    sealed: secrets.seal(JSON.stringify(credentials), connectionPlace(organizationId, 'calcom')),
    settings: JSON.stringify({ choice }),
    hook,
    connected_at: clock(),
  }
  const before = await db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    const replaced = await calcomConnection(tx, organizationId)
    await storeConnection(tx, organizationId, 'calcom', stored)
    return replaced
  })
  if (before) await endWebhook(deps, before)
  const connection = await calcomConnection(db, organizationId)
  if (connection) await readConnection(deps, connection)
}

async function calcomConnection(db: Kysely<Database>, organizationId: string) {
  return (await connectionsOf(db, organizationId)).find(({ service }) => service === 'calcom')
}

/** Ends the webhook of a connection that was replaced. */
async function endWebhook(deps: Deps, replaced: CalendarConnection): Promise<void> {
  try {
    await createCalcom(deps).disconnect(replaced)
  } catch (error) {
    deps.log.warn({ error: failureForLog(error, { inRequest: true }) }, 'an old webhook stays at Cal.com')
  }
}

/** Subscribes to changes in Cal.com. Without webhooks, upcoming calls are only looked up every 10 minutes. */
async function subscribe(deps: Deps, key: string, secret: string, hook: string): Promise<string | null> {
  try {
    const { id } = await askCalcom(calcomConfig(deps), key, {
      method: 'POST',
      path: '/webhooks',
      body: {
        active: true,
        subscriberUrl: calcomWebhookUrl(deps.config.origins.api, hook),
        triggers: TRIGGERS,
        secret,
      },
      data: Webhook,
    })
    return String(id)
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    deps.log.warn({ error: failureForLog(error, { inRequest: true }) }, 'Cal.com accepts no webhook')
    return null
  }
}
