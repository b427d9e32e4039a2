import { describe, expect, it } from 'vitest'
import {
  areaInWords,
  areaNote,
  areaNotice,
  judgeAddress,
  judgePlace,
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

describe('a town without a state', () => {
  const columbus = { type: 'radius', radius: 30, address: '480 Maplewood Lane, Columbus, OH 43215' }
  const heights = { type: 'cities', cities: ['Grandview Heights', 'Dublin, OH'] }
  const suburbs = { type: 'cities', cities: ['Cleveland Heights'], address: '1 Main St, Lakewood, OH 44107' }

  it.each([
    ['is the nearest one of that name', columbus, '12 Elm St, Lancaster', 'inside'],
    ['is the nearby one whose name begins with it', columbus, '1187 Lincoln Rd in grandview', 'inside'],
    ['is the nearby one even if it is not served', columbus, '12 Elm St, Springfield', 'outside'],
    ['may be a neighborhood if only small towns have its name', columbus, '12 Elm St, Fairview', 'unknown'],
    [
      'may be a neighborhood if one distant small town has its name',
      columbus,
      '12 Elm St, Ketchum',
      'unknown',
    ],
    ['is a city in the region', columbus, '12 Elm St, Athens', 'outside'],
    ['is a large city', columbus, '12 Elm St, Portland', 'outside'],
    ['is the nearby one in a list of cities', { ...columbus, ...heights }, '12 Elm St, Grandview', 'inside'],
    ['is unclear without a location of the business', heights, '12 Elm St, Grandview', 'unknown'],
    ['is not the suburb whose name begins with it', suburbs, '12 Elm St, Cleveland', 'outside'],
  ])('%s', (_, given, address, verdict) => {
    expect(kind(given, address)).toBe(verdict)
  })

  it('is as far away as the nearest city of that name', () => {
    expect(judgeAddress(area(columbus), '12 Elm St, Athens')).toEqual({ kind: 'outside', miles: 65 })
  })

  it('is another one with its state', () => {
    expect(kind(columbus, '1187 Lincoln Rd, Grandview, MO')).toBe('outside')
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
    expect(kind({ type: 'cities', cities: ['Dublin OH', 'Columbus, Ohio'] }, address)).toBe(verdict)
  })
})

describe('a list with a county, a neighborhood, or a region', () => {
  it.each(['Franklin County', 'German Village', 'surrounding areas', 'Greater Columbus', 'Dublin Ohio'])(
    '%s excludes only distant places',
    (name) => {
      const listed = {
        type: 'cities',
        cities: ['Bexley', name],
        address: '480 Maplewood Lane, Columbus, OH 43215',
      }
      expect(kind(listed, '12 Elm Street, Columbus, OH')).toBe('unknown')
      expect(kind(listed, '12 Elm Street, Columbus, OH 43215')).toBe('unknown')
      expect(kind(listed, '9 Ocean Drive, Miami, FL')).toBe('outside')
    },
  )
})

describe('the place that a question names', () => {
  const columbus = { type: 'radius', radius: 30, address: '480 Maplewood Lane, Columbus, OH 43215' }
  const suburbs = { type: 'cities', cities: ['Dublin, OH', 'Columbus'] }
  const codes = { type: 'zipcodes', zipCodes: ['43016', '43017'] }

  it.each([
    ['Do you serve Dublin?', columbus, 'inside'],
    ['are you guys in upper arlington', columbus, 'inside'],
    ['Is 43081 in your area?', columbus, 'inside'],
    ['I live in Powell, Ohio. Is that ok?', columbus, 'inside'],
    ['¿Atienden en Hilliard?', columbus, 'inside'],
    ['do you go to Cincinnati', columbus, 'outside'],
    ['Do you cover Texas?', columbus, 'outside'],
    ['do you come out to st. louis?', columbus, 'outside'],
    ['is 90210 too far?', columbus, 'outside'],
    ['do you work in Bexley or Gahanna?', columbus, 'inside'],
    ['do you work in Dublin or Miami?', columbus, 'unknown'],
    ['Do you work in Ohio?', columbus, 'unknown'],
    ['can you start in spring?', columbus, 'unknown'],
    ['Will someone call me on Monday?', columbus, 'unknown'],
    ['Do you serve Zorbville?', columbus, 'unknown'],
    ['Do you serve Dublin?', { type: 'radius' }, 'unknown'],
    ['is Dublin ok', suburbs, 'inside'],
    ['Do you serve Dublin, CA?', suburbs, 'outside'],
    ['I am in Westerville', suburbs, 'outside'],
    ['Do you serve 43221?', { type: 'cities', cities: ['Upper Arlington'] }, 'unknown'],
    ['do you serve Dublin OH', codes, 'inside'],
    ['do you serve 43081', codes, 'outside'],
    ['do you serve Hilliard', codes, 'outside'],
    ['do you serve Dublin', { type: 'custom', description: 'Dublin and Powell.' }, 'inside'],
    ['do you serve Powell', { type: 'custom', description: 'Dublin, but not Powell.' }, 'unknown'],
    ['do you serve Miami', { type: 'custom', description: 'Dublin and Powell.' }, 'unknown'],
  ])('%j', (text, given, verdict) => {
    expect(judgePlace(area(given), text)).toBe(verdict)
  })

  it('leaves an address whose city and ZIP code contradict each other to people', () => {
    expect(kind(columbus, '12 Elm Street, Miami, FL 43017')).toBe('unknown')
    expect(kind(columbus, '12 Elm Street, Dublin, OH 43017')).toBe('inside')
  })

  it('takes a street for a street, not for the city of that name', () => {
    expect(kind(columbus, '12 Miami Avenue')).toBe('unknown')
    expect(kind(columbus, '12 Miami Avenue, Dublin, OH')).toBe('inside')
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
