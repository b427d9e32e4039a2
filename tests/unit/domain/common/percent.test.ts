import { describe, expect, it } from 'vitest'
import { percent } from '../../../../src/domain/common/percent.ts'

describe('percent', () => {
  it.each([
    [0, '0.0%'],
    [33.333, '33.3%'],
    [100, '100.0%'],
  ])('%d', (rate, text) => {
    expect(percent(rate)).toBe(text)
  })
})
