import { expect, it } from 'vitest'
import { cutText } from '../../../../src/domain/common/cut-text.ts'

it.each([
  ['short', 10, 'short'],
  ['exact', 5, 'exact'],
  ['longer', 4, 'long'],
  ['a🌱b', 2, 'a'],
  ['a🌱b', 3, 'a🌱'],
  ['🌱', 1, ''],
])('cuts %j to %d as %j', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut)
})
