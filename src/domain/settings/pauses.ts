import type { Pausable, Pause } from '../../contract/pauses.ts'
import { dueLabel } from '../leads/due.ts'
import { instantsOn, nextDay, wallClock } from '../time/calendar-day.ts'
import { HOUR_MS } from '../time/durations.ts'

/** Returns a pause that hasn't ended at the time `now`; null for others. */
export const activePause = (pause: Pause | null | undefined, now: Date): Pause | null =>
  pause && (pause.until === null || Date.parse(pause.until) > now.getTime()) ? pause : null

/** A suggested end of a pause; null for no end. */
export interface PauseChoice {
  label: string
  until: string | null
}

const MORNING = 8 * 60

/** Returns the suggested ends of a pause: in an hour, tomorrow morning, and none. */
export function pauseChoices(now: Date, timeZone: string): PauseChoice[] {
  const tomorrow = nextDay(wallClock(now, timeZone).day)
  const [morning] = instantsOn(tomorrow, [MORNING], timeZone)
  return [
    { label: 'For 1 hour', until: new Date(now.getTime() + HOUR_MS).toISOString() },
    ...(morning === undefined
      ? []
      : [{ label: 'Until tomorrow, 8:00 AM', until: new Date(morning).toISOString() }]),
    { label: 'Until you resume', until: null },
  ]
}

/** Returns when a pause ends: `until 3:00 PM`, `until tomorrow, 8:00 AM`, or `until you resume`. */
export function pauseEnd({ until }: Pick<Pause, 'until'>, now: Date, timeZone: string): string {
  if (until === null) return 'until you resume'
  const label = dueLabel(until, now, timeZone)
  return `until ${label.replace(/^Today, /, '').replace(/^Tomorrow/, 'tomorrow')}`
}

const NAMES: Record<Pausable, string> = { agent: 'Agent', booking: 'Booking' }

/** Returns the text of a pause: `Agent paused until 3:00 PM`. */
export const pausedText = (
  what: Pausable,
  pause: Pick<Pause, 'until'>,
  now: Date,
  timeZone: string,
): string => `${NAMES[what]} paused ${pauseEnd(pause, now, timeZone)}`

/** What a pause means for visitors, as a sentence. */
export const PAUSE_MEANS: Record<Pausable, string> = {
  agent: 'Visitors can leave a message, and the agent books nothing.',
  booking: 'The agent answers visitors, but books nothing.',
}
