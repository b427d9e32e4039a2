import { verifyWebhook } from '@clerk/backend/webhooks'
import { Hono } from 'hono'
import { HttpError } from '../http/http-error.ts'
import { parse } from '../http/input.ts'
import { notConfigured } from '../http/not-configured.ts'
import type { Deps } from '../kernel/deps.ts'
import { removeErased } from '../photos/removals.ts'
import { endConnections } from '../privacy/end-connections.ts'
import { applyEvent } from './apply.ts'
import { ClerkEvent, Envelope, isKnown } from './events.ts'

export const CLERK_WEBHOOK_PATH = '/api/v1/webhooks/clerk'

/**
 * Receives Clerk's reports about subscriptions, organizations, and memberships. Without CLERK_WEBHOOK_SECRET, it
 * returns 422. For a delivery without a valid signature, or one older than five minutes, it returns 401. Events take
 * effect in the order in which they occurred, regardless of how often and in what order they arrive.
 */
export function clerkWebhook(deps: Deps): Hono {
  const app = new Hono()
  app.post(CLERK_WEBHOOK_PATH, async (c) => {
    const { clerkWebhookSecret: signingSecret } = deps.config
    if (!signingSecret) throw notConfigured('clerk_webhooks')
    const body = await c.req.text()
    const delivery = new Request(c.req.url, { method: 'POST', headers: c.req.raw.headers, body })
    await verifyWebhook(delivery, { signingSecret }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : typeof error
      deps.log.warn({ reason }, 'webhook refused')
      throw new HttpError(401, 'The signature of this webhook is not valid')
    })
    const event: unknown = JSON.parse(body)
    const { type, timestamp } = parse(Envelope, event)
    if (isKnown(type)) {
      const known = parse(ClerkEvent, event)
      const times = { at: new Date(timestamp), now: deps.clock() }
      if (known.type === 'organization.deleted') await endConnections(deps, known.data.id)
      await deps.db.transaction().execute((tx) => applyEvent(tx, known, times))
      await removeErased(deps)
    }
    return c.body(null, 204)
  })
  return app
}
