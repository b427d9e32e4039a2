import { HOUR_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import type { Deps, WebhookQueue } from '../deps.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { repeated } from '../repeat.ts'
import { deliver } from './deliver.ts'
import { distribute } from './distribute.ts'
import { sealSecrets } from './secret.ts'

const QUEUE = 'webhooks'
/** How often events are looked for. */
const LOOK_MS = 2 * SECOND_MS
/** Slow receivers delay only their own organization, until as many organizations have one as there are workers. */
const LIMITS = { atOnce: 8, ofGroup: 1 }
const LONGEST_RETRY_SECONDS = (4 * HOUR_MS) / SECOND_MS

export interface Webhooks extends WebhookQueue {
  /** Distributes what has happened, and resolves when that is done. */
  look(): Promise<void>
  /** Seals secrets of earlier versions, and starts to distribute and deliver. Returns a function that stops looking. */
  start(): Promise<() => Promise<void>>
}

/**
 * Tells endpoints what happens. Events are distributed every two seconds; a delivery is a job, which is retried after
 * five seconds, then at growing intervals of at most four hours.
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
      await queue.work<{ deliveryId: string }>(QUEUE, ({ deliveryId }) => deliver(deps, deliveryId), LIMITS)
      return look.every(LOOK_MS)
    },
  }
}
