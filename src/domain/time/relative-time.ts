import { counted } from '../common/counted.ts'

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
const MONTH = 30 * DAY
const YEAR = 365 * DAY

type Unit = 'minute' | 'hour' | 'day' | 'month' | 'year'

/** Returns the time since an instant in its largest whole unit. Returns null under 60 s or in the future. */
function agoIn(seconds: number): { count: number; unit: Unit } | null {
  const whole = (length: number, unit: Unit) => ({
    count: Math.floor(seconds / length),
    unit,
  })
  if (seconds < MINUTE) return null
  if (seconds < HOUR) return whole(MINUTE, 'minute')
  if (seconds < DAY) return whole(HOUR, 'hour')
  if (seconds < MONTH) return whole(DAY, 'day')
  if (seconds < YEAR) return whole(MONTH, 'month')
  return whole(YEAR, 'year')
}

const secondsSince = (instant: string, now: Date) => Math.floor((now.getTime() - Date.parse(instant)) / 1_000)

/**
 * Returns how long before `now` an instant was (section 9, thresholds): "Just now" under 60 s, then whole minutes,
 * hours, days, months of 30 days, and years of 365 days. Future instants, for example from a machine whose clock is
 * fast, are also "Just now". Returns '' for invalid text.
 */
export function relativeTime(instant: string, now: Date): string {
  const seconds = secondsSince(instant, now)
  if (Number.isNaN(seconds)) return ''
  const ago = agoIn(seconds)
  return ago ? `${counted(ago.count, ago.unit)} ago` : 'Just now'
}

const SHORT: Record<Unit, string> = {
  minute: 'min',
  hour: 'h',
  day: 'd',
  month: 'mo',
  year: 'y',
}

/** Returns the same time in a short form for narrow rows: "now", "18 min", "6 h", "3 d", "2 mo", or "1 y". */
export function shortAge(instant: string, now: Date): string {
  const seconds = secondsSince(instant, now)
  if (Number.isNaN(seconds)) return ''
  const ago = agoIn(seconds)
  return ago ? `${ago.count} ${SHORT[ago.unit]}` : 'now'
}
