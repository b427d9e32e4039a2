import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { HttpError } from '../../../server/http/http-error.ts'
import { parse } from '../../../server/http/input.ts'
import { LIMITS } from '../../../src/contract/limits.ts'

/** The parse result of a list, and how many entries the schema has visited. */
function refusal(data: unknown): { message: string; faults: number; looked: number } {
  let looked = 0
  const entry = v.custom<string>(() => {
    looked += 1
    return false
  })
  try {
    parse(v.union([v.array(entry), v.looseObject({ list: v.array(entry) })]), data)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { message: error.message, faults: (error.details as unknown[]).length, looked }
  }
  throw new Error('The data was accepted')
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('data with too many values', () => {
  it.each([
    ['a list', numbers(500_000)],
    ['a list in an object', { list: numbers(LIMITS.values) }],
    ['lists of lists', Array.from({ length: 200 }, () => numbers(100))],
    ['a wide object', Object.fromEntries(numbers(100_000).map((key) => [`key${key}`, 1]))],
  ])('is refused before the schema visits it: %s', (_, data) => {
    expect(refusal(data)).toEqual({ message: 'The data has too many values', faults: 1, looked: 0 })
  })

  it('stops at the first error if it is large', () => {
    const schema = v.object({ list: v.array(v.string()) })
    const issues = () => {
      try {
        parse(schema, { list: numbers(LIMITS.values - 10) })
      } catch (error) {
        return (error as HttpError).details
      }
      return null
    }
    expect(issues()).toEqual([{ path: 'list.0', message: 'list.0 is not valid' }])
  })

  it('is accepted up to the limit', () => {
    const texts = Array.from({ length: LIMITS.zipCodes }, () => '12345')
    expect(parse(v.array(v.string()), texts)).toHaveLength(LIMITS.zipCodes)
  })
})
