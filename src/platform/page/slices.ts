/** Milliseconds that long work may hold the page in one go: what a frame can spare beside an answer to a key. */
const SLICE = 5

/** Lets the browser have a turn, for what the user does and for drawing. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Runs the steps of some work for as long as the page may be held; `done` when that was all of it. */
export function runSlice<Result>(steps: Iterator<unknown, Result>): IteratorResult<unknown, Result> {
  const end = performance.now() + SLICE
  for (;;) {
    const step = steps.next()
    if (step.done || performance.now() >= end) return step
  }
}

/** Runs the steps of long work to their end, with turns for the browser in between; rejects when aborted. */
export async function runInSlices<Result>(
  steps: Iterator<unknown, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted()
    const step = runSlice(steps)
    if (step.done) return step.value
    await nextTask()
  }
}
