import { STORE_UNMOUNT_DELAY } from 'nanostores'
import { vi } from 'vitest'

/** How many stores may stand on one another; each rests only after the one above. */
const MOST_LEVELS = 10

/** Stops listening, and lets the time pass after which stores without listeners rest. */
export function letGo(closes: readonly (() => void)[]): void {
  vi.useFakeTimers()
  for (const close of closes) close()
  vi.advanceTimersByTime(MOST_LEVELS * STORE_UNMOUNT_DELAY)
  vi.useRealTimers()
}
