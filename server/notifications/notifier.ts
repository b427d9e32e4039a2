import { CHANNELS } from '../../src/contract/notification-settings.ts'
import { SECOND_MS } from '../../src/domain/time/durations.ts'
import type { Deps, Notifier } from '../deps.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { repeated } from '../repeat.ts'
import { deliver } from './deliver.ts'
import type { Occasion } from './occasion.ts'
import { plan } from './plan.ts'
import { CHANNEL_QUEUES, type Delivery, queueOf, release } from './release.ts'
import { planSummaries } from './summaries.ts'

const ANNOUNCED = 'announced'
const SUMMARIES = 'summaries'
/** How often to check for scheduled notifications that are due. */
const LOOK_MS = 10 * SECOND_MS
const SUMMARIES_EVERY_SECONDS = 300

export interface RunningNotifier extends Notifier {
  /** Starts planning and sending. Returns a function that stops checking for due notifications. */
  start(): Promise<() => Promise<void>>
}

/**
 * Each browser chooses its push service, so a service that doesn't answer delays only the organization whose members
 * use it. The mail server and the text service are the same for all organizations.
 */
const PUSH_LIMITS = { atOnce: 8, ofGroup: 1 }

/**
 * Plans and sends notifications as jobs. The job of an occasion commits with its cause. Its notifications and their
 * jobs commit together. Each channel of a companion sends one message at a time, or push messages one per organization,
 * so a companion that is killed resends few messages.
 */
export async function createNotifier(deps: Deps, queue: JobQueue): Promise<RunningNotifier> {
  const { db, clock, log } = deps
  await queue.define({ [ANNOUNCED]: {}, [SUMMARIES]: {}, ...CHANNEL_QUEUES })

  const look = repeated(
    async () => {
      await queue.add(db, SUMMARIES, [{ data: {}, onceEvery: SUMMARIES_EVERY_SECONDS }])
      while ((await db.transaction().execute((tx) => release(tx, queue, clock()))) > 0);
    },
    (error) => log.error({ err: error }, 'notifications that are due could not be queued'),
  )

  return {
    announce: (tx, occasion) => queue.add(tx, ANNOUNCED, [{ data: occasion }]),
    wake: () => void look.run(),
    async start() {
      await queue.work<Occasion>(ANNOUNCED, (occasion) =>
        db.transaction().execute(async (tx) => {
          const now = clock()
          await plan(tx, deps, occasion, now)
          await release(tx, queue, now)
        }),
      )
      await queue.work(SUMMARIES, () =>
        db.transaction().execute(async (tx) => {
          await planSummaries(tx, deps, clock())
          await release(tx, queue, clock())
        }),
      )
      for (const channel of CHANNELS) {
        const limits = channel === 'push' ? PUSH_LIMITS : undefined
        await queue.work<Delivery>(queueOf(channel), ({ id }) => deliver(deps, id), limits)
      }
      void look.run()
      return look.every(LOOK_MS)
    },
  }
}
