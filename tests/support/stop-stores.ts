import { STORE_UNMOUNT_DELAY } from 'nanostores'
import { vi } from 'vitest'

/** The maximum depth of dependent stores. Each one stops only after the one above it. */
const MOST_LEVELS = 10

/** Stops listening and waits until stores without listeners have stopped. */
export function stopStores(closes: readonly (() => void)[]): void {
  vi.useFakeTimers()
  for (const close of closes) close()
  vi.advanceTimersByTime(MOST_LEVELS * STORE_UNMOUNT_DELAY)
  vi.useRealTimers()
}
