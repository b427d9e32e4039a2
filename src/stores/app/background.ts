import { startLive } from '../base/live/live.ts'
import { startOutbox } from '../base/outbox/outbox.ts'

let isStarted = false

/** Starts the outbox and the live stream for all pages. Further calls have no effect. */
export function startBackground(): void {
  if (isStarted) return
  isStarted = true
  startOutbox()
  startLive()
}
