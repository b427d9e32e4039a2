/** A task that runs repeatedly, but never concurrently. */
interface Repeated {
  /** Runs the task now, or after the current run. Never rejects. */
  run(): Promise<void>
  /** Runs the task every `ms` milliseconds. Returns a function that stops this, after the current run. */
  every(ms: number): () => Promise<void>
}

/** Creates a repeated task. `onError` receives the error of each failed run. */
export function repeated(task: () => Promise<unknown>, onError: (error: unknown) => void): Repeated {
  let underWay = Promise.resolve()
  let runs = 0
  const run = () => {
    runs += 1
    underWay = underWay
      .then(task)
      .then(() => undefined, onError)
      .finally(() => {
        runs -= 1
      })
    return underWay
  }
  return {
    run,
    every(ms) {
      const timer = setInterval(() => {
        if (runs === 0) void run()
      }, ms)
      timer.unref()
      return () => {
        clearInterval(timer)
        return underWay
      }
    },
  }
}
