import { CHANNELS } from '../../src/contract/notification-settings.ts'
import { SECOND_MS } from '../../src/domain/time/durations.ts'
import { repeated } from '../base/repeat.ts'
import type { JobQueue } from '../db/queue.ts'
import type { Deps, Notifier } from '../kernel/deps.ts'
import type { Occasion } from '../kernel/occasion.ts'
import { CONNECTIONS } from './channels/email.ts'
import { deliver } from './deliver.ts'
import { plan } from './plan.ts'
import { requestDueCodes } from './recipients/due-codes.ts'
import { CHANNEL_QUEUES, type Delivery, queueOf, release } from './release.ts'
import { planSummaries } from './summaries.ts'
import { urgencyOf } from './urgency.ts'

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
 * The number of occasions that a server plans, and of messages that each channel sends, at the same time. Each is of
 * another organization, because the work of one must not delay the others.
 */
const AT_ONCE = { plans: 4, email: CONNECTIONS, sms: 5, push: 8 }

/**
 * Plans and sends notifications as jobs. The job of an occasion commits with its cause. Its notifications and their
 * jobs commit together. Each channel of a server sends one message of an organization at a time, so a server that
 * is killed resends few messages.
 */
export async function createNotifier(deps: Deps, queue: JobQueue): Promise<RunningNotifier> {
  const { db, clock, log } = deps
  await queue.define({ [ANNOUNCED]: {}, [SUMMARIES]: {}, ...CHANNEL_QUEUES })

  const look = repeated(
    async () => {
      await queue.add(db, SUMMARIES, [{ data: {}, onceEvery: SUMMARIES_EVERY_SECONDS }])
      await requestDueCodes(deps, clock())
      while ((await db.transaction().execute((tx) => release(tx, queue, clock()))) > 0);
    },
    (error) => log.error({ err: error }, 'notifications that are due could not be queued'),
  )

  return {
    announce: (tx, occasion) => {
      const needs = occasion.kind === 'needs_person' ? occasion.needs : null
      const urgency = urgencyOf(occasion.kind, needs)
      return queue.add(tx, ANNOUNCED, [{ data: occasion, group: occasion.organizationId, urgency }])
    },
    wake: () => void look.run(),
    async start() {
      await queue.work<Occasion>(
        ANNOUNCED,
        (occasion) =>
          db.transaction().execute(async (tx) => {
            const now = clock()
            await plan(tx, deps, occasion, now)
            await release(tx, queue, now, occasion.organizationId)
          }),
        AT_ONCE.plans,
      )
      await queue.work(SUMMARIES, () =>
        db.transaction().execute(async (tx) => {
          await planSummaries(tx, deps, clock())
          await release(tx, queue, clock())
        }),
      )
      for (const channel of CHANNELS) {
        await queue.work<Delivery>(queueOf(channel), ({ id }) => deliver(deps, id), AT_ONCE[channel])
      }
      void look.run()
      return look.every(LOOK_MS)
    },
  }
}
