const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
const MONTH = 30 * DAY
const YEAR = 365 * DAY

const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })

/**
 * Returns how long before `now` an instant was (section 9, thresholds): "Just now" under 60 s, then whole minutes,
 * hours, days, months of 30 days, and years of 365 days. A future instant, for example from another machine's fast
 * clock, is "Just now" too. Returns '' for invalid text.
 */
export function relativeTime(instant: string, now: Date): string {
  const seconds = Math.floor((now.getTime() - Date.parse(instant)) / 1_000)
  if (Number.isNaN(seconds)) return ''
  if (seconds < MINUTE) return 'Just now'
  const ago = (unit: number, name: Intl.RelativeTimeFormatUnit) =>
    words.format(-Math.floor(seconds / unit), name)
  if (seconds < HOUR) return ago(MINUTE, 'minute')
  if (seconds < DAY) return ago(HOUR, 'hour')
  if (seconds < MONTH) return ago(DAY, 'day')
  if (seconds < YEAR) return ago(MONTH, 'month')
  return ago(YEAR, 'year')
}
