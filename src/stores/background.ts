import { startLive } from './live.ts'
import { startOutbox } from './outbox.ts'

let isStarted = false

/** Starts, once, what runs behind all pages: the outbox and the live stream. */
export function startBackground(): void {
  if (isStarted) return
  isStarted = true
  startOutbox()
  startLive()
}
