import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_NEIGHBOURS, neighboursOf } from '../../../../src/domain/leads/neighbors.ts'

describe('neighboursOf', () => {
  it.each([
    ['a', null, 'b', 1],
    ['b', 'a', 'c', 2],
    ['c', 'b', null, 3],
    ['x', null, null, 0],
    [null, null, null, 0],
  ])('%s', (id, previous, next, position) => {
    expect(neighboursOf(['a', 'b', 'c'], id)).toEqual({ id, previous, next, position, total: 3 })
  })

  it('keeps the neighbors of a lead that just left the list', () => {
    const before = neighboursOf(['a', 'b', 'c'], 'b')
    expect(neighboursOf(['a', 'c'], 'b', before)).toEqual({
      id: 'b',
      previous: 'a',
      next: 'c',
      position: 0,
      total: 2,
    })
    expect(neighboursOf(['c'], 'b', before).previous).toBeNull()
    expect(neighboursOf(['a', 'c'], 'z', before)).toEqual({ ...NO_NEIGHBOURS, id: 'z', total: 2 })
  })

  it('covers the whole list in both directions', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), (ids) => {
        const walked: string[] = []
        for (let id: string | null = ids[0] ?? null; id !== null; id = neighboursOf(ids, id).next) {
          walked.push(id)
        }
        expect(walked).toEqual(ids)
        for (const [at, id] of ids.entries()) expect(neighboursOf(ids, id).previous).toBe(ids[at - 1] ?? null)
      }),
    )
  })
})
