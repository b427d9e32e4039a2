import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_NEIGHBORS, neighborsOf } from '../../../../src/domain/leads/neighbors.ts'

describe('neighborsOf', () => {
  it.each([
    ['a', null, 'b', 1],
    ['b', 'a', 'c', 2],
    ['c', 'b', null, 3],
    ['x', null, null, 0],
    [null, null, null, 0],
  ])('%s', (id, previous, next, position) => {
    expect(neighborsOf(['a', 'b', 'c'], id)).toEqual({ id, previous, next, position, total: 3 })
  })

  it('keeps the neighbors of a lead that just left the list', () => {
    const before = neighborsOf(['a', 'b', 'c'], 'b')
    expect(neighborsOf(['a', 'c'], 'b', before)).toEqual({
      id: 'b',
      previous: 'a',
      next: 'c',
      position: 0,
      total: 2,
    })
    expect(neighborsOf(['c'], 'b', before).previous).toBeNull()
    expect(neighborsOf(['a', 'c'], 'z', before)).toEqual({ ...NO_NEIGHBORS, id: 'z', total: 2 })
  })

  it('covers the whole list in both directions', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), (ids) => {
        const walked: string[] = []
        for (let id: string | null = ids[0] ?? null; id !== null; id = neighborsOf(ids, id).next) {
          walked.push(id)
        }
        expect(walked).toEqual(ids)
        for (const [at, id] of ids.entries()) expect(neighborsOf(ids, id).previous).toBe(ids[at - 1] ?? null)
      }),
    )
  })
})
