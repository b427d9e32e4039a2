/** Runs the steps of some work to their end, and answers as it does. */
export function drain<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
