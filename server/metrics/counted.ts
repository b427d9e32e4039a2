import type { JobQueue } from '../db/queue.ts'
import type { AskModel } from '../model/client.ts'
import type { Metrics } from './metrics.ts'

/** Counts the responses of a model. A call that was aborted because a person took over does not count as failed. */
export function countedModel(ask: AskModel, { modelCalls }: Metrics): AskModel {
  return async (talk) => {
    const stop = modelCalls.startTimer()
    try {
      const text = await ask(talk)
      stop({ outcome: 'answered' })
      return text
    } catch (error) {
      stop({ outcome: talk.signal?.aborted ? 'ended' : 'failed' })
      throw error
    }
  }
}

/** Counts the jobs of a queue and their outcomes. */
export function countedQueue(queue: JobQueue, { jobs }: Metrics): JobQueue {
  return {
    ...queue,
    work: (name, handle, atOnce) =>
      queue.work<Parameters<typeof handle>[0]>(
        name,
        async (data) => {
          const stop = jobs.startTimer({ queue: name })
          try {
            await handle(data)
            stop({ outcome: 'done' })
          } catch (error) {
            stop({ outcome: 'failed' })
            throw error
          }
        },
        atOnce,
      ),
  }
}
