import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editEntry, insertEntry, moveEntry, removeEntry } from '../../../../src/domain/common/entry-list.ts'

const list = (...keys: string[]) => keys.map((key) => ({ key, text: key }))
const keys = (entries: readonly { key: string }[] | undefined) => entries?.map(({ key }) => key).join('')

describe('an entry', () => {
  it.each([
    ['a', 0, 'abc'],
    ['a', 1, 'bac'],
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['c', -1, 'cab'],
    ['a', 99, 'bca'],
    ['x', 0, 'abc'],
  ])('%s moves to %d: %s', (key, to, expected) => {
    expect(keys(moveEntry(list('a', 'b', 'c'), key, to))).toBe(expected)
  })

  it('can be changed alone', () => {
    expect(editEntry(list('a', 'b'), 'b', { text: 'new' })).toEqual([
      { key: 'a', text: 'a' },
      { key: 'b', text: 'new' },
    ])
    expect(editEntry(list('a'), 'x', { text: 'new' })).toEqual(list('a'))
  })

  it('cannot be removed or inserted twice', () => {
    expect(removeEntry(list('a'), 'x')).toBeNull()
    expect(keys(insertEntry(list('a'), { key: 'a', text: '' }, 0))).toBe('a')
  })

  it('returns to its position', () => {
    const entries = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 })
    fc.assert(
      fc.property(entries, fc.nat(), (names, at) => {
        const before = list(...names)
        const taken = removeEntry(before, names[at % names.length] ?? '')
        expect(taken && insertEntry(taken.list, taken.removed, taken.index)).toEqual(before)
      }),
    )
  })
})
