import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PROFILE } from '../../../../src/contract/profile.ts'
import {
  addCities,
  addedText,
  addZipCodes,
  areaHint,
  radiusOrDefault,
  unusualZipCodes,
} from '../../../../src/domain/settings/service-area.ts'

describe('the radius', () => {
  it.each([
    [null, 25],
    [undefined, 25],
    [0, 0],
    [40, 40],
  ])('%s is %d', (radius, expected) => expect(radiusOrDefault(radius)).toBe(expected))
})

describe('ZIP codes', () => {
  it.each([
    ['12345', [], ['12345']],
    ['  12345  ', [], ['12345']],
    ['', ['1'], ['1']],
    [' , ;\n', ['1'], ['1']],
    ['12345', ['12345'], ['12345']],
    ['12345 12346,12347;12348\r\n12349\t12345', [], ['12345', '12346', '12347', '12348', '12349']],
    ['12345-6789', ['12345'], ['12345', '12345-6789']],
    ['k1a,K1A', [], ['k1a']],
    ['"43001"\t"43002"', [], ['43001', '43002']],
    ["'43001', \u200b43001\u200b \ufeff43002", [], ['43001', '43002']],
  ])('%j added to %j are %j', (text, list, expected) => {
    expect(addZipCodes(list, text).list).toEqual(expected)
  })

  it('are limited to 5,000; the others are reported', () => {
    const text = Array.from({ length: 5_002 }, (_, index) => String(10_000 + index)).join(' ')
    const { list, added, refused } = addZipCodes([], text)
    expect(list).toHaveLength(5_000)
    expect(added).toBe(5_000)
    expect(refused).toEqual(['15000', '15001'])
  })

  it('are added by the thousand', () => {
    const codes = Array.from({ length: 2_000 }, (_, index) => String(10_000 + index))
    const { list } = addZipCodes(codes, codes.join(','))
    expect(list).toHaveLength(2_000)
  })

  it('that look unusual are reported and kept', () => {
    expect(unusualZipCodes(['12345', '12345-6789', '1234', 'K1A 0B1'])).toEqual(['1234', 'K1A 0B1'])
  })
})

describe('cities', () => {
  it.each([
    ['Erie', [], ['Erie']],
    ['New  York, St. Paul\nErie', [], ['New York', 'St. Paul', 'Erie']],
    ['ERIE, erie , New york', ['Erie', 'New York'], ['Erie', 'New York']],
    [' ,\n,', [], []],
    ['Dublin, OH', [], ['Dublin, OH']],
    ['"Dublin, OH"\t“Powell”\n\u200bErie', [], ['Dublin, OH', 'Powell', 'Erie']],
    ["'Erie', O'Fallon; Coeur d’Alene", [], ['Erie', "O'Fallon", 'Coeur d’Alene']],
    [
      'Columbus,Dublin ,oh; Erie,, PA, Powell',
      ['Dublin, OH'],
      ['Dublin, OH', 'Columbus', 'Erie', 'PA', 'Powell'],
    ],
  ])('%j added to %j are %j', (text, list, expected) => {
    expect(addCities(list, text).list).toEqual(expected)
  })

  it('that are too long are reported', () => {
    expect(addCities([], 'x'.repeat(501)).refused).toHaveLength(1)
    expect(addCities([], 'x'.repeat(500)).added).toBe(1)
  })
})

describe('any pasted text', () => {
  it('adds no blanks and no duplicates, removes nothing, and accounts for every entry', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'A', ' ', ',', '\n', '1', ';', '\t') })
    fc.assert(
      fc.property(word, word, (first, second) => {
        for (const add of [addZipCodes, addCities]) {
          const before = add([], first).list
          const { list, added } = add(before, second)
          expect(list.slice(0, before.length)).toEqual(before)
          expect(list.length - before.length).toBe(added)
          expect(list.every((entry) => entry !== '' && entry === entry.trim())).toBe(true)
          expect(new Set(list.map((entry) => entry.toLowerCase())).size).toBe(list.length)
          expect(add(list, second).added).toBe(0)
        }
      }),
    )
  })

  it('is reported', () => {
    expect(addedText({ list: [], added: 1, duplicates: 0, refused: [] })).toBeNull()
    expect(addedText({ list: [], added: 1_234, duplicates: 0, refused: [] })).toBe('1,234 added')
    expect(addedText(addCities(['a'], 'A,A,b'))).toBe('1 added, 2 already in the list')
    expect(addedText({ list: [], added: 0, duplicates: 1, refused: ['x'] })).toBe(
      '1 already in the list, 1 not added: too long, or the list is full',
    )
  })
})

describe('missing parts of an area', () => {
  it.each([
    [{ service_area_type: null }, null],
    [{ service_area_type: 'elsewhere' }, null],
    [{ service_area_type: 'radius' }, null],
    [{ service_area_type: 'radius', service_area_radius: null }, null],
    [{ service_area_type: 'radius', service_area_radius: 101 }, 'A radius of 1 to 100 miles is usual'],
    [{ service_area_type: 'radius', service_area_radius: 0 }, 'A radius of 1 to 100 miles is usual'],
    [{ service_area_type: 'zipcodes' }, 'Add the ZIP codes you serve'],
    [{ service_area_type: 'zipcodes', service_area_zipcodes: ['1'] }, null],
    [{ service_area_type: 'cities' }, 'Add the cities you serve'],
    [{ service_area_type: 'cities', service_area_cities: ['a'] }, null],
    [{ service_area_type: 'custom', service_area_custom_description: ' ' }, 'Describe the area you serve'],
    [{ service_area_type: 'custom', service_area_custom_description: 'North' }, null],
  ])('%j: %j', (area, expected) => {
    expect(areaHint({ ...DEFAULT_PROFILE, ...area })).toBe(expected)
  })
})
