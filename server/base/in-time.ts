/** Waits for a promise, but rejects with the error from `late` after `ms` milliseconds. */
export async function inTime<T>(promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const { promise: end, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), ms)
  try {
    return await Promise.race([promise, end])
  } finally {
    clearTimeout(timer)
  }
}
