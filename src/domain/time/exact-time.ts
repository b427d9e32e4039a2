import { formatByZone } from './format-by-zone.ts'

const formatIn = formatByZone({ dateStyle: 'medium', timeStyle: 'short' })

/** Returns an instant as full text, such as "Nov 20, 2026, 7:00 AM", in the given time zone or the device's. */
export function exactTime(instant: string, timeZone?: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? '' : formatIn(timeZone).format(date)
}
