import type { Clock } from 'pg-boss'
import { openQueue } from '../../server/db/queue.ts'
import { createWebhooks, type Webhooks } from '../../server/webhooks/runner.ts'
import { createWebhook, type NewWebhook, type Webhook } from '../../src/contract/webhooks.ts'
import { call } from './api.ts'
import { ALL_EVENTS, type Receiver, startReceiver } from './receiver.ts'
import { startTestServer, type TestServer } from './server.ts'

export interface WebhookServer extends TestServer {
  receiver: Receiver
  webhooks: Webhooks
  /** Adds an endpoint at the receiver, by default for all events, and returns it with its secret. */
  endpoint(organizationId: string, more?: Partial<NewWebhook>): Promise<Webhook & { secret: string }>
}

type Options = Parameters<typeof startTestServer>[0] & {
  /** The clock for jobs. */
  jobClock?: Clock
}

/** Starts the application with the job queue and a webhook receiver. `webhooks.look` distributes events. */
export async function startWebhookServer({ jobClock, ...options }: Options = {}): Promise<WebhookServer> {
  const receiver = await startReceiver()
  const server = await startTestServer(options)
  const queue = await openQueue(server.jobs, server.deps.log, jobClock)
  const webhooks = await createWebhooks(server.deps, queue)
  server.deps.webhooks = webhooks
  const stopLooking = await webhooks.start()
  return {
    ...server,
    receiver,
    webhooks,
    async endpoint(orgId, more = {}) {
      const { status, body } = await call(server, createWebhook, {
        params: { orgId },
        body: { url: `${receiver.origin}/hook`, events: ALL_EVENTS, ...more },
      })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return body
    },
    async close() {
      await stopLooking()
      await queue.stop()
      await receiver.close()
      await server.close()
    },
  }
}
