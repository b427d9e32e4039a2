// These modules register how the outbox's changes are sent.
import '../conversations/sending.ts'
import '../leads/sending.ts'
import { startOutbox } from '../base/outbox/outbox.ts'
import { startLive } from './live.ts'

let isStarted = false

/** Starts the outbox and the live stream for all pages. Further calls have no effect. */
export function startBackground(): void {
  if (isStarted) return
  isStarted = true
  startOutbox()
  startLive()
}
