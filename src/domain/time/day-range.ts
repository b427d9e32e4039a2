import type { DaysQuery, FieldIssue } from '../../contract/fields.ts'
import { lazy } from '../common/lazy.ts'
import { wallClock } from './calendar-day.ts'
import { dayBefore } from './read-day.ts'

/** Inclusive calendar days, YYYY-MM-DD; null means no bound. */
export interface DayRange {
  from: string | null
  to: string | null
}

/** The range without bounds. */
export const ALL_DAYS: DayRange = { from: null, to: null }

export const isAllDays = ({ from, to }: DayRange): boolean => from === null && to === null

export const sameDays = (a: DayRange, b: DayRange): boolean => a.from === b.from && a.to === b.to

/** The issue of a range that ends before it begins. */
export const REVERSED_DAYS: FieldIssue = { path: 'from', message: 'The first day is after the last day' }

/** Returns the query of a range of days in a time zone. */
export const daysQuery = ({ from, to }: DayRange, timezone: string): DaysQuery =>
  from === null && to === null ? {} : { ...(from && { from }), ...(to && { to }), timezone }

/** Returns whether all instants are on the days of a query. Instants that are unknown are. */
export function areOnDays(instants: readonly string[], { from, to, timezone = 'UTC' }: DaysQuery): boolean {
  return instants.every((instant) => {
    const date = new Date(instant)
    if (Number.isNaN(date.getTime())) return true
    const { day } = wallClock(date, timezone)
    return (from === undefined || day >= from) && (to === undefined || day <= to)
  })
}

/** A range that is relative to today. It has no end, so that it includes events after midnight. */
interface Preset {
  label: string
  from: (today: string) => string | null
}

const since = (days: number) => (today: string) => dayBefore(today, days - 1)

const PRESETS: readonly Preset[] = [
  { label: 'Today', from: since(1) },
  { label: 'Last 7 days', from: since(7) },
  { label: 'Last 30 days', from: since(30) },
  { label: 'Last 90 days', from: since(90) },
  { label: 'This month', from: (today) => `${today.slice(0, 8)}01` },
  { label: 'All time', from: () => null },
]

/** Returns the ranges that can be chosen on a given day. If `isWhole`, only those with a start, which end today. */
export function dayPresets(today: string, isWhole = false): (DayRange & { label: string })[] {
  const presets = PRESETS.map(({ label, from }) => ({ label, from: from(today), to: isWhole ? today : null }))
  return isWhole ? presets.filter(({ from }) => from !== null) : presets
}

/** Returns a range with both ends: one day alone is its first and last day. */
export const wholeRange = ({ from, to }: DayRange): DayRange => ({ from: from ?? to, to: to ?? from })

const format = (options: Intl.DateTimeFormatOptions) =>
  lazy(
    () => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', ...options }),
  )
const inThisYear = format({})
const inAnyYear = format({ year: 'numeric' })

/** Returns a day as text: "Nov 1", or "Nov 1, 2025" if it is not in the current year. */
export function dayText(day: string, today: string): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return (isThisYear ? inThisYear : inAnyYear)().format(new Date(`${day}T00:00:00Z`))
}

const inFull = format({ weekday: 'long', month: 'long', year: 'numeric' })

/** Returns a day as a screen reader should read it: "Tuesday, November 24, 2026". */
export const spokenDay = (day: string): string => inFull().format(new Date(`${day}T00:00:00Z`))

/** Returns whether a range ends before it starts. */
export const isReversed = ({ from, to }: DayRange): boolean => from !== null && to !== null && from > to

/** Returns the label of a range: "All time", "Last 30 days", "Nov 1 – Nov 22", "Since Nov 1", or "Until Nov 22". */
export function rangeText({ from, to }: DayRange, today: string): string {
  if (!from && !to) return 'All time'
  const isOpen = to === null || to === today
  const preset = isOpen && dayPresets(today).find((one) => one.from === from)
  if (preset) return preset.label
  if (!from) return `Until ${dayText(to ?? today, today)}`
  if (!to) return `Since ${dayText(from, today)}`
  return from === to ? dayText(from, today) : `${dayText(from, today)} – ${dayText(to, today)}`
}
