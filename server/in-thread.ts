import { parentPort, Worker, workerData } from 'node:worker_threads'

interface Limits {
  seconds: number
  megabytes: number
}

/**
 * Returns a function that runs a module in a separate thread ({@link answerWith}), for external input that can be
 * crafted to take a long time. One call runs at a time. Rejects if the module throws or exceeds a limit.
 */
export function inThread<Input, Output>(module: URL, { seconds, megabytes }: Limits) {
  let running: Promise<unknown> = Promise.resolve()
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
      worker.once('error', fail)
      worker.once('exit', () => {
        clearTimeout(timer)
        fail(new Error(`The thread ended without an answer within ${seconds} seconds`))
      })
    })
  return (input: Input): Promise<Output> => {
    const turn = running.then(() => run(input))
    running = turn.catch(() => undefined)
    return turn
  }
}

/** Sends the result of `answer` for the thread's input. Call it in the thread's module. */
export function answerWith<Input, Output>(answer: (input: Input) => Output): void {
  parentPort?.postMessage(answer(workerData as Input))
}
