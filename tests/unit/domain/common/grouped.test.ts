import { expect, test } from 'vitest'
import { grouped } from '../../../../src/domain/common/grouped.ts'
import { inWords } from '../../../../src/domain/common/in-words.ts'

test('numbers and lists read as the formats of the browser write them', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, -4_975])
    expect(grouped(count)).toBe(count.toLocaleString('en-US'))
  const names = ['Ann', 'Bo', 'Cy', 'Di']
  for (const length of [0, 1, 2, 3, 4]) {
    const some = names.slice(0, length)
    expect(inWords(some)).toBe(new Intl.ListFormat('en-US').format(some))
  }
})
