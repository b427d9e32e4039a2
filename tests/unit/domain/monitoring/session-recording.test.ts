import { describe, expect, test } from 'vitest'
import {
  EXCLUDED_REGIONS,
  INTERNAL_TEST_ACCOUNTS,
  refusalBeforeLookup,
  refusalByPlace,
} from '../../../../src/domain/monitoring/session-recording.ts'

const OWNER = 'dana@greenacres.example'
const HOST = 'app.fieldhand.example'

test('a customer on the production site depends on the country look-up', () => {
  expect(refusalBeforeLookup(HOST, OWNER)).toBeNull()
  expect(refusalBeforeLookup('greatestlawns.com', OWNER)).toBeNull()
  expect(refusalBeforeLookup('contest.example.com', OWNER)).toBeNull()
  expect(refusalBeforeLookup(HOST, 'owner@fieldhand.test.example')).toBeNull()
})

test.each([
  'localhost',
  'LOCALHOST',
  'console.localhost',
  '127.0.0.1',
  '127.8.0.1',
  '[::1]',
  '0.0.0.0',
  'staging.fieldhand.example',
  'app-staging.fieldhand.example',
  'Staging2.fieldhand.example',
  'test.fieldhand.example',
  'app.test.fieldhand.example',
  'fieldhand.test',
  'fieldhand.test.',
])('%s is not recorded', (host) => {
  expect(refusalBeforeLookup(host, OWNER)).toBe('host')
})

test('the two internal test accounts are not recorded, regardless of case', () => {
  expect(INTERNAL_TEST_ACCOUNTS).toHaveLength(2)
  for (const email of INTERNAL_TEST_ACCOUNTS) expect(refusalBeforeLookup(HOST, email)).toBe('account')
  expect(refusalBeforeLookup(HOST, ' Owner@Fieldhand.TEST')).toBe('account')
})

describe('the country', () => {
  test.each([
    [{ country_name: 'United States', region: 'Ohio' }, null],
    [{ country_name: 'United States', region: 'New Mexico' }, null],
    [{ country_name: 'Canada', region: null }, null],
    [{ country_name: 'Mexico', region: 'Jalisco' }, 'country'],
    [{ country_name: ' MÉXICO ', region: null }, 'country'],
    [{ country_name: ' ', region: 'Ohio' }, 'unknown place'],
    [null, 'unknown place'],
  ])('%o: %s', (place, expected) => {
    expect(refusalByPlace(place)).toBe(expected)
  })

  test('no region is excluded, but exclusion works', () => {
    expect(EXCLUDED_REGIONS).toEqual([])
    const place = { country_name: 'Canada', region: 'Québec' }
    expect(refusalByPlace(place, ['Quebec'])).toBe('region')
    expect(refusalByPlace(place, ['Ontario'])).toBeNull()
  })
})
