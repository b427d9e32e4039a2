import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { parseJson } from '../base/parse-json.ts'
import { isSameText } from '../base/secrets.ts'
import { HttpError } from '../http/http-error.ts'
import type { Api } from '../http/mount.ts'
import { notConfigured } from '../http/not-configured.ts'
import type { Deps } from '../kernel/deps.ts'

export const HUBSPOT_WEBHOOK_PATH = '/api/v1/integrations/hubspot/webhooks'

/** HubSpot's maximum age of a request. */
const OLDEST_MS = 5 * MINUTE_MS
/** HubSpot's maximum number of events in a request. */
const MOST_EVENTS = 100

const ObjectId = v.pipe(v.union([v.number(), v.string()]), v.transform(String), v.regex(/^\d{1,20}$/))

/** An event about a contact; other kinds are ignored. */
const Event = v.object({
  subscriptionType: v.string(),
  portalId: ObjectId,
  objectId: v.optional(ObjectId),
  primaryObjectId: v.optional(ObjectId),
  newObjectId: v.optional(ObjectId),
  mergedObjectIds: v.optional(v.array(ObjectId)),
})
type Event = v.InferOutput<typeof Event>

/** Returns HubSpot's signature (version 3) of a request. */
export function signatureOf(
  secret: string,
  { method, url, body, timestamp }: { method: string; url: string; body: string; timestamp: string },
): string {
  return createHmac('sha256', secret)
    .update(method + url + body + timestamp)
    .digest('base64')
}

/**
 * Receives HubSpot's events. An event only indicates which contact to read again, so late, duplicate, or out-of-order
 * events do no harm. Rejects requests that HubSpot has not signed in the last 5 minutes.
 */
export function mountHubspotWebhook({ app, deps }: Api): void {
  app.post(HUBSPOT_WEBHOOK_PATH, async (c) => {
    const { hubspot } = deps.config
    if (!hubspot) throw notConfigured('hubspot')
    const body = await c.req.text()
    const timestamp = c.req.header('x-hubspot-request-timestamp') ?? ''
    const given = c.req.header('x-hubspot-signature-v3') ?? ''
    const url = deps.config.origins.api + HUBSPOT_WEBHOOK_PATH
    const age = Math.abs(deps.clock().getTime() - Number(timestamp))
    const expected = signatureOf(hubspot.clientSecret, { method: 'POST', url, body, timestamp })
    if (!/^\d+$/.test(timestamp) || age > OLDEST_MS || !isSameText(given, expected)) {
      throw new HttpError(401, 'The signature is not valid')
    }
    const events = v.safeParse(v.pipe(v.array(v.unknown()), v.maxLength(MOST_EVENTS)), parseJson(body))
    if (!events.success) throw new HttpError(400, 'Expected a list of events')
    for (const each of events.output) {
      const event = v.safeParse(Event, each)
      if (event.success) await noteEvent(deps, event.output)
    }
    return c.body(null, 204)
  })
}

/**
 * Schedules another comparison of a contact's leads. The echo of our own writes changes nothing, and costs one read.
 */
async function noteEvent({ db }: Deps, event: Event): Promise<void> {
  if (!/^(contact|object)\./.test(event.subscriptionType)) return
  const { portalId, objectId, primaryObjectId, newObjectId, mergedObjectIds = [] } = event
  const ids = [objectId, primaryObjectId, newObjectId, ...mergedObjectIds].filter((id) => id !== undefined)
  if (ids.length === 0) return
  await db
    .updateTable('hubspot_links')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('contact_id', 'in', ids)
    .where('portal_id', '=', portalId)
    .where('organization_id', 'in', (query) =>
      query.selectFrom('hubspot_connections').select('organization_id').where('portal_id', '=', portalId),
    )
    .execute()
}
