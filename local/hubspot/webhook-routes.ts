import type {
  SettingsChangeRequest,
  SubscriptionCreateRequest,
  SubscriptionListResponse,
  SubscriptionPatchRequest,
} from '@hubspot/api-client/lib/codegen/webhooks'
import { Hono } from 'hono'
import { type Env, type Play, readJson } from './context.ts'
import { HubSpotError, invalid, notFound } from './errors.ts'
import type { SubscriptionOptions } from './webhooks.ts'

/** The event types that the stand-in sends. */
const KNOWN = [
  'contact.creation',
  'contact.deletion',
  'contact.merge',
  'contact.propertyChange',
  'deal.creation',
  'deal.deletion',
  'deal.propertyChange',
]

/**
 * `/webhooks/v3`: the target URL and the event subscriptions of the app's webhooks. Requires the developer's API key.
 */
export function webhookRoutes({ app: registered, webhooks, developerApiKey }: Play): Hono<Env> {
  const app = new Hono<Env>()
  const { subscriptions } = webhooks

  app.use('/webhooks/v3/:app/*', async (c, next) => {
    if (c.req.query('hapikey') !== developerApiKey) {
      throw new HubSpotError(401, 'INVALID_AUTHENTICATION', 'This hapikey is not valid')
    }
    if (c.req.param('app') !== String(registered.appId)) throw notFound('There is no such app')
    return next()
  })

  app.get('/webhooks/v3/:app/settings', (c) => {
    const settings = webhooks.settings()
    if (!settings) throw notFound('There are no webhook settings')
    return c.json(settings)
  })
  app.put('/webhooks/v3/:app/settings', async (c) => {
    const { targetUrl } = await readJson<SettingsChangeRequest>(c)
    if (!URL.canParse(targetUrl)) throw invalid('targetUrl has to be a URL')
    webhooks.setTarget(targetUrl)
    return c.json(webhooks.settings())
  })
  app.delete('/webhooks/v3/:app/settings', (c) => {
    webhooks.setTarget(null)
    return c.body(null, 204)
  })

  app.get('/webhooks/v3/:app/subscriptions', (c) => {
    const answer: SubscriptionListResponse = { results: [...subscriptions.values()] }
    return c.json(answer)
  })
  app.post('/webhooks/v3/:app/subscriptions', async (c) => {
    const { eventType, propertyName, active } = await readJson<SubscriptionCreateRequest>(c)
    if (!KNOWN.includes(eventType)) throw invalid(`The stand-in sends only ${KNOWN.join(', ')}`)
    if (eventType.endsWith('.propertyChange') !== Boolean(propertyName)) {
      throw invalid('propertyName is required for propertyChange, and only there')
    }
    const options = { eventType, propertyName, active } as SubscriptionOptions & { active?: boolean }
    return c.json(webhooks.subscribe(options), 201)
  })
  app.get('/webhooks/v3/:app/subscriptions/:id', (c) => {
    const subscription = subscriptions.get(c.req.param('id'))
    if (!subscription) throw notFound()
    return c.json(subscription)
  })
  app.patch('/webhooks/v3/:app/subscriptions/:id', async (c) => {
    const subscription = subscriptions.get(c.req.param('id'))
    if (!subscription) throw notFound()
    const { active } = await readJson<SubscriptionPatchRequest>(c)
    if (active !== undefined) subscription.active = active
    return c.json(subscription)
  })
  app.delete('/webhooks/v3/:app/subscriptions/:id', (c) => {
    subscriptions.delete(c.req.param('id'))
    return c.body(null, 204)
  })
  return app
}
