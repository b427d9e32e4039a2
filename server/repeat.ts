/** A task that runs now and then, never twice at once. */
interface Repeated {
  /** Runs it now, or after the run that is under way. Never rejects. */
  run(): Promise<void>
  /** Runs it every so many milliseconds. Returns a function that stops, after the run that is under way. */
  every(ms: number): () => Promise<void>
}

/** `onError` gets why a run failed. */
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
