import { describe, expect, it } from 'vitest'
import {
  areaInWords,
  areaNote,
  areaNotice,
  judgeAddress,
  type ServiceArea,
} from '../../../server/agent/area.ts'

const NOWHERE: ServiceArea = {
  type: null,
  radius: 25,
  zipCodes: [],
  cities: [],
  description: null,
  center: null,
  address: null,
}
const area = (given: Partial<ServiceArea>): ServiceArea => ({ ...NOWHERE, ...given })
const kind = (given: Partial<ServiceArea>, address: string) => judgeAddress(area(given), address).kind

describe('a radius', () => {
  const columbus = { type: 'radius', address: '480 Maplewood Lane, Columbus, OH 43215' }

  it('contains near addresses but not far ones', () => {
    expect(kind({ ...columbus, radius: 100 }, '12 Elm Street, Columbus, OH 43215')).toBe('inside')
    const far = judgeAddress(area(columbus), '9 Ocean Drive, Tampa, FL 33602')
    expect(far.kind).toBe('outside')
    expect(far).toMatchObject({ miles: expect.any(Number) })
  })

  it.each([
    ['an unknown address', columbus, 'behind the church'],
    ['a business with an unknown location', { type: 'radius' }, '9 Ocean Drive, Miami, FL 33139'],
    ['a distance that is uncertain', { ...columbus, radius: 1 }, '12 Elm Street, Columbus, OH 43215'],
  ])('returns unknown for %s', (_, given, address) => {
    expect(kind(given, address)).toBe('unknown')
  })
})

describe('ZIP codes', () => {
  it.each([
    ['12 Elm Street, Dublin, OH 43017', 'inside'],
    ['12 Elm Street, Dublin, OH 43017-1234', 'inside'],
    ['12 Elm Street, Miami, FL 33139', 'outside'],
    ['12 Elm Street', 'unknown'],
  ])('return for %s: %s', (address, verdict) => {
    expect(kind({ type: 'zipcodes', zipCodes: ['43017', '43215'] }, address)).toBe(verdict)
  })

  it('return unknown without a list', () => {
    expect(kind({ type: 'zipcodes' }, '12 Elm Street, Dublin, OH 43017')).toBe('unknown')
  })
})

describe('cities', () => {
  it.each([
    ['12 Elm Street, Dublin, OH', 'inside'],
    ['12 elm street, DUBLIN', 'inside'],
    ['12 Elm Street, Apt 4, Miami, FL 33139', 'outside'],
    ['12 Elm Street, behind the church', 'unknown'],
    ['12 Elm Street', 'unknown'],
  ])('return for %s: %s', (address, verdict) => {
    expect(kind({ type: 'cities', cities: ['Dublin, OH', 'Columbus'] }, address)).toBe(verdict)
  })
})

describe('the replies', () => {
  const outside = { kind: 'outside', miles: 41 } as const

  it('never refuse, and tell the owner the distance', () => {
    const notice = areaNotice(area({ type: 'radius' }), outside)
    expect(notice).toContain('we usually work within 25 miles of our office')
    expect(notice).toContain("I'll still pass your request on")
    expect(areaNote(outside)).toBe('Outside the service area: about 41 miles away')
    expect(areaNote({ kind: 'inside' })).toBeNull()
  })

  it('leave an area described in words to people', () => {
    const custom = area({ type: 'custom', description: ' North of the  river. ' })
    expect(judgeAddress(custom, '12 Elm Street, Dublin, OH 43017').kind).toBe('unknown')
    expect(areaNotice(custom, { kind: 'unknown' })).toBe(
      'Our service area is: North of the river. The team will confirm that your address is in it.',
    )
  })

  it('name the first five of many places', () => {
    const zipCodes = ['1', '2', '3', '4', '5', '6']
    expect(areaInWords(area({ type: 'zipcodes', zipCodes }))).toBe(
      'in the ZIP codes 1, 2, 3, 4, 5 and nearby',
    )
    expect(areaInWords(area({ type: 'cities' }))).toBeNull()
  })
})
