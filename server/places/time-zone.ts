import zoneAt from '@photostructure/tz-lookup'
import type { AddressDetails } from '../../src/contract/profile.ts'
import { wallClock } from '../../src/domain/time/calendar-day.ts'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'
import { TIME_ZONES } from '../../src/domain/time/time-zones.ts'
import { pointOf } from './locate.ts'

/**
 * Returns the time zone option of section 2 that has the same time as an address in January and July, or null if the
 * location is unknown or no option has its time.
 */
export function zoneOfAddress(
  { coordinates, full_address }: Pick<AddressDetails, 'coordinates' | 'full_address'>,
  now: Date,
): string | null {
  const point = coordinates ?? pointOf(full_address)
  if (!point) return null
  const times = timesIn(knownZone(zoneAt(point.latitude, point.longitude)), now)
  return TIME_ZONES.find(({ value }) => timesIn(value, now) === times)?.value ?? null
}

/** Returns the local times at the same instants of January and July. Zones with the same offsets share them. */
function timesIn(timeZone: string, now: Date): string {
  const instants = [0, 6].map((month) => new Date(Date.UTC(now.getUTCFullYear(), month, 15)))
  return JSON.stringify(instants.map((instant) => wallClock(instant, timeZone)))
}
