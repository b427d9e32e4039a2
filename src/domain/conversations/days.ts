import { startOfDay, wallClock } from '../time/calendar-day.ts'

/**
 * Groups items, which are in order, by calendar day in `timeZone`. An item without a time belongs to the same day as
 * the previous item. `label` is `Today`, `Yesterday`, the full date, or '' if unknown.
 */
export function groupByDay<Item>(
  items: readonly Item[],
  instantOf: (item: Item) => string,
  now: Date,
  timeZone?: string,
): { label: string; items: Item[] }[] {
  const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone })
  const today = calendar.format(now)
  const zone = calendar.resolvedOptions().timeZone
  const yesterday = calendar.format(startOfDay(wallClock(now, zone).day, zone) - 1)
  const days: { day: string; label: string; items: Item[] }[] = []
  for (const item of items) {
    const last = days.at(-1)
    const time = Date.parse(instantOf(item))
    const day = Number.isNaN(time) ? (last?.day ?? '') : calendar.format(time)
    if (last?.day === day) last.items.push(item)
    else {
      const label = day === today ? 'Today' : day === yesterday ? 'Yesterday' : day
      days.push({ day, label, items: [item] })
    }
  }
  return days.map(({ label, items: ofDay }) => ({ label, items: ofDay }))
}

/** Returns a message's time of day, such as "7:00 AM", or '' if unknown. */
export function timeOfDay(instant: string, timeZone?: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime())
    ? ''
    : date.toLocaleTimeString('en-US', { timeStyle: 'short', timeZone })
}
