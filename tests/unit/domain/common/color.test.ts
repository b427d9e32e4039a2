import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, surface } from '../../../../src/domain/common/color.ts'

describe('surface', () => {
  it.each([
    ['#2e7d32', '#2e7d32', '#ffffff'],
    ['#FFF', '#ffffff', '#1a1a1a'],
    ['#fbc02d', '#fbc02d', '#1a1a1a'],
    ['#000000', '#000000', '#ffffff'],
  ])('%s is unchanged and has readable text', (color, background, ink) => {
    expect(surface(color)).toEqual({ background, ink })
  })

  it('darkens the default color until white text is readable', () => {
    const { background, ink } = surface('#1F93FF')
    expect(ink).toBe('#ffffff')
    expect(contrast(background, ink)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(background, ink)).toBeLessThan(5)
  })

  it.each(['', 'red', '#12', 'url(x)', '#gggggg'])('returns the default color for %j', (color) => {
    expect(surface(color)).toEqual(surface('#1F93FF'))
  })

  it('is readable for any color', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const { background, ink } = surface(`#${value.toString(16).padStart(6, '0')}`)
        expect(contrast(background, ink)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})
