/** An instant in full, "Nov 20, 2026, 7:00 AM", in a time zone or, without one, in the device's. */
export function exactTime(instant: string, timeZone?: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return date.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
}
