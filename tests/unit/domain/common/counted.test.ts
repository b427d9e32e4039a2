import { expect, it } from 'vitest'
import { counted } from '../../../../src/domain/common/counted.ts'

it('counts in words, with grouped digits and the right form of the noun', () => {
  expect([0, 1, 20_000].map((count) => counted(count, 'lead'))).toEqual(['0 leads', '1 lead', '20,000 leads'])
  expect([1, 2].map((count) => counted(count, 'city', 'cities'))).toEqual(['1 city', '2 cities'])
})
