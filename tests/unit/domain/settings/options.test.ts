import { describe, expect, it } from 'vitest'
import {
  AREA_TYPES,
  BUBBLE_POSITIONS,
  BUBBLE_TYPES,
  REPLY_TIMES,
  takeoverTimes,
  withStored,
} from '../../../../src/domain/settings/options.ts'
import { TIME_ZONES, zoneLabel } from '../../../../src/domain/time/time-zones.ts'

const values = (options: readonly { value: string }[]) => options.map(({ value }) => value)
const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label)

describe('choices', () => {
  it('have the texts and order of the specification', () => {
    expect(labels(REPLY_TIMES)).toEqual([
      'Instantly',
      'In a few minutes',
      'Within an hour',
      'Within a few hours',
      'Within a day',
    ])
    expect(values(BUBBLE_POSITIONS)).toEqual(['left', 'right'])
    expect(values(BUBBLE_TYPES)).toEqual(['standard', 'expanded'])
    expect(values(AREA_TYPES)).toEqual(['radius', 'zipcodes', 'cities', 'custom'])
    expect(labels(TIME_ZONES).join(', ')).toBe(
      'Eastern, Central, Mountain, Pacific, Arizona, Alaska, Hawaii, UTC, London, Paris, Tokyo, Sydney',
    )
  })

  it.each([
    ['top', ['left', 'right', 'top']],
    ['right', ['left', 'right']],
    [null, ['left', 'right']],
    [' ', ['left', 'right']],
  ])('include the stored value %j', (stored, expected) => {
    expect(values(withStored(BUBBLE_POSITIONS, stored))).toEqual(expected)
  })

  it('format an unknown value as text', () => {
    expect(withStored(TIME_ZONES, 'America/Argentina/Buenos_Aires', zoneLabel).at(-1)?.label).toBe(
      'America/Argentina/Buenos Aires',
    )
  })
})

it('the times of an idle conversation contain the stored one', () => {
  const labels = takeoverTimes(90).map(({ label }) => label)
  expect(labels.slice(4, 7)).toEqual(['1 hour', '90 minutes', '2 hours'])
  expect(takeoverTimes(30)).toHaveLength(labels.length - 1)
  expect(takeoverTimes(1)[0]).toEqual({ minutes: 1, label: '1 minute' })
})
