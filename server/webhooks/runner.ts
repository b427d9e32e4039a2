import { HOUR_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import { repeated } from '../base/repeat.ts'
import type { JobQueue } from '../db/queue.ts'
import type { Deps, WebhookQueue } from '../kernel/deps.ts'
import { deliver } from './deliver.ts'
import { distribute } from './distribute.ts'
import { sealSecrets } from './secret.ts'

const QUEUE = 'webhooks'
/** How often to check for events. */
const LOOK_MS = 2 * SECOND_MS
/** The number of deliveries that one server makes at the same time, each for another organization. */
const AT_ONCE = 8
const LONGEST_RETRY_SECONDS = (4 * HOUR_MS) / SECOND_MS

export interface Webhooks extends WebhookQueue {
  /** Distributes pending events. Resolves when they are distributed. */
  look(): Promise<void>
  /**
   * Seals the secrets of earlier versions, and starts distributing and delivering events. Returns a function that stops
   * checking for events.
   */
  start(): Promise<() => Promise<void>>
}

/**
 * Sends events to webhook endpoints. Distributes events every two seconds. Each delivery is a job that is retried after
 * five seconds, and then at increasing intervals of up to four hours.
 */
export async function createWebhooks(deps: Deps, queue: JobQueue): Promise<Webhooks> {
  const { db, clock, log } = deps
  await queue.define({ [QUEUE]: { longestRetrySeconds: LONGEST_RETRY_SECONDS } })

  const own: WebhookQueue = {
    add: (tx, deliveries) =>
      queue.add(
        tx,
        QUEUE,
        deliveries.map(({ id, organization_id }) => ({ data: { deliveryId: id }, group: organization_id })),
      ),
  }
  const waits = async () =>
    (await db.selectFrom('webhook_events').select('position').limit(1).executeTakeFirst()) !== undefined
  const look = repeated(
    async () => {
      while ((await waits()) && (await db.transaction().execute((tx) => distribute(tx, own, clock()))) > 0);
    },
    (error) => log.error({ err: error }, 'webhook events could not be distributed'),
  )

  return {
    ...own,
    look: look.run,
    async start() {
      if (deps.secrets) await sealSecrets(db, deps.secrets)
      await queue.work<{ deliveryId: string }>(QUEUE, ({ deliveryId }) => deliver(deps, deliveryId), AT_ONCE)
      return look.every(LOOK_MS)
    },
  }
}
