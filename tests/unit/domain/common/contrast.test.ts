import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast } from '../../../../src/domain/common/color.ts'
import { colorWarning, readHexColor } from '../../../../src/domain/common/contrast.ts'

describe('a color', () => {
  it.each([
    ['#1F93FF', '#1f93ff'],
    ['1f93ff', '#1f93ff'],
    [' #FFF ', '#ffffff'],
    ['#12345', null],
    ['red', null],
    ['', null],
    ['#gggggg', null],
  ])('%j is %j', (text, expected) => expect(readHexColor(text)).toBe(expected))
})

describe('a warning', () => {
  it.each([null, '', ' ', '#000000', '#bf360c', '#767676'])('is not shown for %j', (color) => {
    expect(colorWarning(color)).toBeNull()
  })

  it('says how the widget displays a color that is too pale', () => {
    expect(colorWarning('#1F93FF')).toMatch(/contrast 3\.1:1.*darkens it to #[\da-f]{6}\.$/)
    expect(colorWarning('#ffff00')).toMatch(/contrast 1\.0:1.*dark text on it\.$/)
    expect(colorWarning('blueish')).toMatch(/^Enter a color/)
  })

  it('is shown exactly if the contrast of white text is below 4.5', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const color = `#${value.toString(16).padStart(6, '0')}`
        expect(colorWarning(color) !== null).toBe(contrast(color, '#ffffff') < 4.5)
      }),
    )
  })
})
