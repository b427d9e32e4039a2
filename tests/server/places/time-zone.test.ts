import { expect, it } from 'vitest'
import { zoneOfAddress } from '../../../server/places/time-zone.ts'

const NOW = new Date('2026-07-01T00:00:00Z')
const zoneOf = (full_address: string, coordinates: [number, number] | null = null) => {
  const [latitude, longitude] = coordinates ?? [0, 0]
  return zoneOfAddress({ full_address, coordinates: coordinates && { latitude, longitude } }, NOW)
}

it.each([
  ['1437 Bannock Street, Denver, CO 80202', 'America/Denver'],
  ['200 West Washington Street, Phoenix, AZ 85003', 'America/Phoenix'],
  ['300 North Campbell Street, El Paso, TX 79901', 'America/Denver'],
  ['200 East Washington Street, Indianapolis, IN 46204', 'America/New_York'],
  ['150 North Capitol Boulevard, Boise, Idaho', 'America/Denver'],
  ['530 South King Street, Honolulu, HI 96813', 'Pacific/Honolulu'],
  ['2 Woodward Avenue, Detroit, Michigan', 'America/New_York'],
  ['632 West 6th Avenue, Anchorage, AK', 'America/Anchorage'],
])('%s is in %s', (address, zone) => {
  expect(zoneOf(address)).toBe(zone)
})

it.each([
  ['10 Downing Street, London, SW1A 2AA', [51.5, -0.13], 'Europe/London'],
  ['12 Elm Street', [39.74, -104.99], 'America/Denver'],
  ['Calle Mayor 1, Madrid', [40.42, -3.7], 'Europe/Paris'],
  ['1 Main Road, Mumbai', [19.08, 72.88], null],
] as const)('%s with coordinates %j is in %s', (address, [latitude, longitude], zone) => {
  expect(zoneOf(address, [latitude, longitude])).toBe(zone)
})

it.each(['12 Elm Street', '10 Downing Street, London, SW1A 2AA', '5 Main Street, Portland', ''])(
  'the location of %j is unknown',
  (address) => {
    expect(zoneOf(address)).toBeNull()
  },
)
