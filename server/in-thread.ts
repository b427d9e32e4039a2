import { parentPort, Worker, workerData } from 'node:worker_threads'

interface Limits {
  seconds: number
  megabytes: number
}

/**
 * Returns a function that has a module answer in a thread of its own ({@link answerWith}), for input from outside that can
 * be made to take long. One call runs at a time. Rejects if the module throws or exceeds a limit.
 */
export function inThread<Input, Output>(module: URL, { seconds, megabytes }: Limits) {
  let running: Promise<unknown> = Promise.resolve()
  const run = (input: Input) =>
    new Promise<Output>((done, fail) => {
      const worker = new Worker(module, {
        workerData: input,
        resourceLimits: { maxOldGenerationSizeMb: megabytes },
        // What a parser warns of is dropped.
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

/** Answers from the module of a thread. */
export function answerWith<Input, Output>(answer: (input: Input) => Output): void {
  parentPort?.postMessage(answer(workerData as Input))
}
