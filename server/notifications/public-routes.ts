import type { Context } from 'hono'
import { reportNotification } from '../../src/contract/notifications.ts'
import { clientAddress } from '../http/client-address.ts'
import { readBody } from '../http/input.ts'
import type { Api } from '../http/mount.ts'
import { createLimiter, spend } from '../http/rate-limit.ts'
import { recordArrival } from './arrivals.ts'
import { createIncomingTexts } from './incoming-texts.ts'
import { mountTelnyxTexts } from './telnyx-texts.ts'
import { mountTwilioTexts } from './twilio-texts.ts'
import { mountUnsubscribe } from './unsubscribe.ts'

/** Everyone in an office can share one IP address, and each push message causes two reports. */
const CALLS_PER_ADDRESS = { points: 600, duration: 60 }

/**
 * Mounts the endpoints that recipients and providers call without a session: reports, the carriers' webhooks, and the
 * unsubscribe page.
 */
export function mountPublicNotifications({ app, deps }: Pick<Api, 'app' | 'deps'>): void {
  const limiter = createLimiter(deps, 'notification_calls', CALLS_PER_ADDRESS)
  const count = (c: Context) =>
    spend(limiter, clientAddress(c, deps.config.trustProxy), 'Too many requests. Please wait a moment')

  app.post(reportNotification.path, async (c) => {
    await count(c)
    const { token, state } = await readBody(c.req, reportNotification)
    await recordArrival(deps, { token }, state)
    return c.body(null, 204)
  })
  mountUnsubscribe(app, deps, count)
  const texts = createIncomingTexts(deps)
  mountTwilioTexts(app, deps, texts)
  mountTelnyxTexts(app, deps, texts)
}
