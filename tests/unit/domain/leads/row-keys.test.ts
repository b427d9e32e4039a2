import { describe, expect, it } from 'vitest'
import { keepRows, NO_ROWS } from '../../../../src/domain/leads/row-keys.ts'

const VIEW = { page: 1 }
const OTHER_VIEW = { page: 2 }
const leads = (...ids: string[]) => ids.map((id) => ({ id }))
const before = keepRows(NO_ROWS, VIEW, leads('a', 'b', 'c'))
const keysOf = (view: unknown, ...ids: string[]) => {
  const { byLead } = keepRows(before, view, leads(...ids))
  return ids.map((id) => byLead.get(id))
}

describe('the keys of rows', () => {
  it('are all different', () => {
    expect(keysOf(VIEW, 'a', 'b', 'c')).toEqual([0, 1, 2])
  })

  it('stay with their leads while the view stays, wherever they move', () => {
    expect(keysOf(VIEW, 'c', 'a', 'b')).toEqual([2, 0, 1])
  })

  it('are never those of another lead while the view stays', () => {
    expect(keysOf(VIEW, 'new', 'a', 'b')).toEqual([3, 0, 1])
  })

  it('stay at their places in another view, whichever leads it shows', () => {
    expect(keysOf(OTHER_VIEW, 'd', 'c', 'a')).toEqual([0, 1, 2])
  })

  it('are new for the rows that a longer view has more', () => {
    expect(keysOf(OTHER_VIEW, 'd', 'e', 'f', 'g')).toEqual([0, 1, 2, 3])
  })

  it('are not taken again while the view stays after it was shorter', () => {
    const shorter = keepRows(before, OTHER_VIEW, leads('c'))
    const longer = keepRows(shorter, OTHER_VIEW, leads('c', 'a', 'b'))
    expect([...longer.byLead.values()]).toEqual([0, 3, 4])
  })
})
