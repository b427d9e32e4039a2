import type { Option } from '../common/option.ts'

/** Section 2, Settings: the time zone options, in order, with their IANA names. */
export const TIME_ZONES: readonly Option[] = [
  { value: 'America/New_York', label: 'Eastern' },
  { value: 'America/Chicago', label: 'Central' },
  { value: 'America/Denver', label: 'Mountain' },
  { value: 'America/Los_Angeles', label: 'Pacific' },
  { value: 'America/Phoenix', label: 'Arizona' },
  { value: 'America/Anchorage', label: 'Alaska' },
  { value: 'Pacific/Honolulu', label: 'Hawaii' },
  { value: 'UTC', label: 'UTC' },
  { value: 'Europe/London', label: 'London' },
  { value: 'Europe/Paris', label: 'Paris' },
  { value: 'Asia/Tokyo', label: 'Tokyo' },
  { value: 'Australia/Sydney', label: 'Sydney' },
]

/** Returns a time zone's label from the list, or else its IANA name with spaces. */
export function zoneLabel(zone: string): string {
  return TIME_ZONES.find(({ value }) => value === zone)?.label ?? zone.replaceAll('_', ' ')
}

/**
 * Returns the local time in a time zone at an instant, such as `10:02 AM EST`, or null if the browser does not support
 * the zone.
 */
export function zoneClock(zone: string, now: Date): string | null {
  try {
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    })
    return clock.format(now).replaceAll('\u202f', ' ')
  } catch {
    return null
  }
}
