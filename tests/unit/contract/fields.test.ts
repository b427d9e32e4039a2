import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Instant, isDay } from '../../../src/contract/fields.ts'

describe('isDay', () => {
  it.each([
    ['2026-11-20', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-11-20T00:00', false],
    ['0002-11-20', false],
    ['1899-12-31', false],
    ['9999-01-01', false],
    ['', false],
  ])('%s', (text, expected) => {
    expect(isDay(text)).toBe(expected)
  })
})

describe('Instant', () => {
  it.each([
    ['2026-11-20T10:00:00Z', true],
    ['2024-02-29T23:59:59.999Z', true],
    ['9999-12-31T23:59:59Z', true],
    ['1900-01-01T00:00:00Z', true],
    ['2026-02-31T10:00:00Z', false],
    ['2026-02-29T10:00:00Z', false],
    ['0000-01-01T00:00:00Z', false],
    ['1899-12-31T23:59:59Z', false],
    ['2026-11-20T10:00:00+01:00', false],
    ['2026-11-20T24:00:00Z', false],
  ])('%s', (text, expected) => {
    expect(v.is(Instant, text)).toBe(expected)
  })
})
