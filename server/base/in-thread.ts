import { parentPort, Worker, workerData } from 'node:worker_threads'
import { createSlots } from './slots.ts'

/** The number of threads of this process, each for another organization. */
const THREADS = 4
const slots = createSlots({ atOnce: THREADS })

interface Limits {
  seconds: number
  megabytes: number
}

/** The reason why a thread was stopped: its input takes too much time or memory. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/**
 * Returns a function that runs a module in a separate thread ({@link answerWith}), for external input of an organization
 * that can be crafted to take a long time. Organizations take turns, with one call each at a time. Rejects if the module
 * throws, with {@link Stopped} if it exceeds a limit.
 */
export function inThread<Input, Output>(module: URL, { seconds, megabytes }: Limits) {
  const run = (input: Input) =>
    new Promise<Output>((done, fail) => {
      const worker = new Worker(module, {
        workerData: input,
        resourceLimits: { maxOldGenerationSizeMb: megabytes },
        // Discards the warnings of parsers.
        stdout: true,
        stderr: true,
      })
      const timer = setTimeout(() => void worker.terminate(), seconds * 1_000)
      worker.once('message', done)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Stopped(error.message) : error),
      )
      worker.once('exit', () => {
        clearTimeout(timer)
        fail(new Stopped(`The thread ended without an answer within ${seconds} seconds`))
      })
    })
  return (organizationId: string, input: Input): Promise<Output> =>
    slots.run(organizationId, () => run(input))
}

/** Sends the result of `answer` for the thread's input. Call it in the thread's module. */
export function answerWith<Input, Output>(answer: (input: Input) => Output): void {
  parentPort?.postMessage(answer(workerData as Input))
}
