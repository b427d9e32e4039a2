import { vi } from 'vitest'

/** Long enough for a machine that runs two builds beside the tests. */
const TIMEOUT = 30_000

/** Returns the result of a check as soon as it stops throwing. Fails with its last error after 30 seconds. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, TIMEOUT)

/** Returns a condition's value as soon as it is true. Fails after 30 seconds. */
export const until = <T>(condition: () => T | Promise<T>) => vi.waitUntil(condition, TIMEOUT)
