import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { AddressDetails } from '../../../../src/contract/profile.ts'
import {
  addressFromService,
  checkCoordinates,
  checkSearchText,
  confirmedAddress,
  isSearchable,
  isVerified,
  minimapPixels,
  needsConfirmation,
  typedAddress,
} from '../../../../src/domain/common/address.ts'

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const beyond = (most: number) =>
  fc.double().filter((value) => Number.isNaN(value) || value < -most || value > most)

describe('coordinates', () => {
  test('within range are unchanged', () => {
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        expect(checkCoordinates({ latitude, longitude })).toEqual({ latitude, longitude })
      }),
    )
  })

  test('with a latitude outside -90..90 throw a RangeError', () => {
    fc.assert(
      fc.property(beyond(90), degrees(180), (latitude, longitude) => {
        expect(() => checkCoordinates({ latitude, longitude })).toThrow(
          new RangeError('Invalid LngLat latitude value: must be between -90 and 90'),
        )
      }),
    )
  })

  test('with a longitude outside -180..180 throw a RangeError', () => {
    fc.assert(
      fc.property(degrees(90), beyond(180), (latitude, longitude) => {
        expect(() => checkCoordinates({ latitude, longitude })).toThrow(
          new RangeError('Invalid LngLat longitude value: must be between -180 and 180'),
        )
      }),
    )
  })
})

describe('search text', () => {
  test('is required', () => {
    for (const blank of ['', '   ', '\n\t']) {
      expect(() => checkSearchText(blank)).toThrow('searchText is required')
    }
    expect(checkSearchText(' 12 Oak ')).toBe('12 Oak')
  })

  test('must have 3 to 256 characters', () => {
    expect(isSearchable('12')).toBe(false)
    expect(isSearchable('12    ')).toBe(false)
    expect(isSearchable('12 ma')).toBe(true)
    expect(isSearchable('123')).toBe(true)
    expect(isSearchable('x'.repeat(256))).toBe(true)
    expect(isSearchable('x'.repeat(257))).toBe(false)
  })
})

describe('an address', () => {
  const found = {
    fullAddress: ' 1 Main Street, Austin, Texas 78701, United States ',
    coordinates: { latitude: 30.2672, longitude: -97.7431 },
    context: { region: { name: 'Texas' } },
    properties: { mapbox_id: 'x' },
  }

  test('that the service found has the stored form and needs no confirmation', () => {
    const details = addressFromService(found)
    expect(details).toEqual({
      full_address: '1 Main Street, Austin, Texas 78701, United States',
      coordinates: { latitude: 30.2672, longitude: -97.7431 },
      context: { region: { name: 'Texas' } },
      properties: { mapbox_id: 'x' },
    })
    expect(v.parse(AddressDetails, details)).toEqual(details)
    expect(needsConfirmation(details)).toBe(false)
  })

  test('with impossible coordinates is refused', () => {
    expect(() => addressFromService({ ...found, coordinates: { latitude: 91, longitude: 0 } })).toThrow(
      RangeError,
    )
  })

  test('that was typed needs confirmation and keeps its text', () => {
    expect(typedAddress('   ')).toBeNull()
    const typed = typedAddress(' 9 Nowhere Road ')
    if (!typed) throw new Error('expected an address')
    expect(typed.full_address).toBe('9 Nowhere Road')
    expect(needsConfirmation(typed)).toBe(true)
    const confirmed = confirmedAddress(typed)
    expect(confirmed.full_address).toBe('9 Nowhere Road')
    expect(needsConfirmation(confirmed)).toBe(false)
    expect(v.parse(AddressDetails, confirmed)).toEqual(confirmed)
  })

  test('is verified at exact or high confidence only', () => {
    expect((['exact', 'high', 'medium', 'low'] as const).filter(isVerified)).toEqual(['exact', 'high'])
  })
})

test('a minimap has between 1 and 1280 device pixels per side', () => {
  fc.assert(
    fc.property(fc.double(), fc.constantFrom(1 as const, 2 as const), (wanted, scale) => {
      const pixels = minimapPixels(wanted, scale)
      expect(Number.isInteger(pixels)).toBe(true)
      expect(pixels).toBeGreaterThanOrEqual(1)
      expect(pixels * scale).toBeLessThanOrEqual(1280)
    }),
  )
  expect(minimapPixels(552.4, 1)).toBe(552)
  expect(minimapPixels(900, 2)).toBe(640)
})
