import { describe, expect, it } from 'vitest'
import { isDay } from '../../../src/contract/fields.ts'

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
