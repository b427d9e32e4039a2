import { instantsOn, nextDay, wallClock } from '../time/calendar-day.ts'
import { dayWithWeekday, timeOfDay } from '../time/clock-time.ts'

/** A suggested time for a task. */
export interface DuePreset {
  label: string
  /** ISO 8601 in UTC. */
  at: string
}

const MORNING = 9 * 60
const EVENING = 17 * 60

/** Returns the suggested times that are in the future: today, tomorrow, and the next Monday after tomorrow. */
export function duePresets(now: Date, timeZone: string): DuePreset[] {
  const { day: today } = wallClock(now, timeZone)
  const preset = (label: string, day: string, minutes: number) =>
    instantsOn(day, [minutes], timeZone)
      .filter((at) => at > now.getTime())
      .map((at) => ({ label, at: new Date(at).toISOString() }))
  return [
    ...preset('Today 5 PM', today, EVENING),
    ...preset('Tomorrow 9 AM', nextDay(today), MORNING),
    ...preset('Next week', nextMonday(today), MORNING),
  ]
}

function nextMonday(today: string): string {
  let day = nextDay(nextDay(today))
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) day = nextDay(day)
  return day
}

/** Returns an instant as the value of a `datetime-local` field, or '' if it is invalid. */
export function fieldTime(instant: string, timeZone: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const { day, minutes } = wallClock(date, timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/**
 * Returns the instant of a `datetime-local` field's value, in ISO 8601 in UTC, or null if the value is not a complete
 * time.
 */
export function fieldInstant(value: string, timeZone: string): string | null {
  const [, day = '', hours, minutes] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(value) ?? []
  if (hours === undefined || day < '2000' || day >= '2100') return null
  const minute = Number(hours) * 60 + Number(minutes)
  // A time that a clock change skips is interpreted as an hour later.
  const at = [minute, minute + 60].flatMap((each) => instantsOn(day, [each], timeZone))[0]
  return at === undefined ? null : new Date(at).toISOString()
}

/** Returns when a task is due, such as "Today, 5:00 PM", "Tomorrow, 9:00 AM", or "Mon, Nov 30, 9:00 AM". */
export function dueLabel(due_at: string, now: Date, timeZone: string): string {
  const due = new Date(due_at)
  if (Number.isNaN(due.getTime())) return ''
  const { day } = wallClock(due, timeZone)
  const { day: today } = wallClock(now, timeZone)
  const time = timeOfDay(due, timeZone)
  if (day === today) return `Today, ${time}`
  if (day === nextDay(today)) return `Tomorrow, ${time}`
  const date = dayWithWeekday(due, now, timeZone)
  return `${date}, ${time}`
}
