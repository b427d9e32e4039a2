import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignSlots } from '../../../src/domain/row-slots.ts'

const first = assignSlots(new Map(), ['a', 'b', 'c'], null)
const slotsOf = (ids: string[], held: string | null = null) => [...assignSlots(first, ids, held).values()]

describe('assignSlots', () => {
  it('begins with one slot each, in order', () =>
    expect([...first]).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]))
  it('gives the next page the slots of the one before', () =>
    expect(slotsOf(['d', 'e', 'f'])).toEqual([0, 1, 2]))
  it('lets those that stay keep theirs', () => expect(slotsOf(['new', 'a', 'b'])).toEqual([2, 0, 1]))
  it('makes more when the page grows', () => expect(slotsOf(['d', 'e', 'f', 'g'])).toEqual([0, 1, 2, 3]))
  it('leaves the slot of what has the focus, and is gone, to nobody', () =>
    expect(slotsOf(['d', 'e', 'f'], 'b')).toEqual([0, 2, 3]))

  it('never gives one slot to two', () => {
    const page = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 6 })
    fc.assert(
      fc.property(fc.array(page), fc.constantFrom(null, 'a', 'b'), (pages, held) => {
        let slots: ReadonlyMap<string, number> = new Map()
        for (const ids of pages) {
          const next = assignSlots(slots, ids, held)
          expect([...next.keys()]).toEqual(ids)
          expect(new Set(next.values()).size).toBe(ids.length)
          for (const [id, slot] of next) expect(slots.get(id) ?? slot).toBe(slot)
          slots = next
        }
      }),
    )
  })
})
