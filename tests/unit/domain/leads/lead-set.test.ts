import { describe, expect, it } from 'vitest'
import type { Lead, LeadChanges } from '../../../../src/contract/leads.ts'
import { type LeadSet, mergeChanges } from '../../../../src/domain/leads/lead-set.ts'
import { buildLead } from '../../../support/build-lead.ts'

const lead = (id: string, day: number, fields: Partial<Lead> = {}) =>
  buildLead({ id, created_at: `2026-05-0${day}T12:00:00.000Z`, ...fields })

const known: LeadSet = { leads: [lead('c', 3), lead('b', 2), lead('a', 1)], cursor: 'then' }

const changes = (fields: Partial<LeadChanges>): LeadChanges => ({
  kind: 'changes',
  cursor: 'now',
  total: 3,
  removed: [],
  leads: [],
  ...fields,
})

const merge = (fields: Partial<LeadChanges>) => mergeChanges(known, changes(fields))
const ids = (set: ReturnType<typeof merge>) => set?.leads.map(({ id }) => id)

describe('the changes since a cursor', () => {
  it('keep the list itself if there are none, with the new cursor', () => {
    const set = merge({})
    expect(set?.leads).toBe(known.leads)
    expect(set?.cursor).toBe('now')
  })

  it('keep the list itself if they repeat what is known', () => {
    expect(merge({ leads: [lead('b', 2)] })?.leads).toBe(known.leads)
  })

  it('replace a changed lead in its place, and keep the other objects', () => {
    const set = merge({ leads: [lead('b', 2, { status: 'lost' })] })
    expect(ids(set)).toEqual(['c', 'b', 'a'])
    expect(set?.leads[1]?.status).toBe('lost')
    expect(set?.leads[0]).toBe(known.leads[0])
    expect(set?.leads[2]).toBe(known.leads[2])
  })

  it("insert new leads in the server's order", () => {
    const added = [lead('e', 5), lead('between', 2, { created_at: '2026-05-02T18:00:00.000Z' })]
    expect(ids(merge({ leads: added, total: 5 }))).toEqual(['e', 'c', 'between', 'b', 'a'])
    expect(ids(merge({ leads: [lead('bb', 2), lead('ab', 2)], total: 5 }))).toEqual([
      'c',
      'ab',
      'b',
      'bb',
      'a',
    ])
  })

  it('move a lead whose time has changed', () => {
    expect(ids(merge({ leads: [lead('a', 4)] }))).toEqual(['a', 'c', 'b'])
  })

  it('remove leads, also unknown ones', () => {
    expect(ids(merge({ removed: ['b', 'never seen'], total: 2 }))).toEqual(['c', 'a'])
  })

  it('keep a lead that was removed and created again', () => {
    expect(ids(merge({ removed: [], leads: [lead('b', 4)] }))).toEqual(['b', 'c', 'a'])
  })

  it('are rejected if the result has another number of leads than the server', () => {
    expect(merge({ total: 4 })).toBeNull()
    expect(merge({ leads: [lead('e', 5)], total: 3 })).toBeNull()
  })

  it('lead to the same list as loading it again, whatever happens in between', () => {
    let state = 7
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    let server = new Map<string, Lead>()
    const list = () =>
      [...server.values()].sort((a, b) =>
        a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? 1 : -1,
      )
    let set: LeadSet = { leads: list(), cursor: '0' }
    for (let turn = 1; turn < 400; turn += 1) {
      const before = server
      server = new Map(server)
      for (let change = random(4); change > 0; change -= 1) {
        const id = `lead-${random(30)}`
        if (random(3) === 0) server.delete(id)
        else server.set(id, lead(id, 1 + random(9), { notes: String(turn) }))
      }
      const removed = [...before.keys()].filter((id) => !server.has(id))
      const changed = list().filter((each) => before.get(each.id) !== each || random(5) === 0)
      const merged = mergeChanges(
        set,
        changes({ leads: changed, removed, total: server.size, cursor: `${turn}` }),
      )
      expect(merged?.leads).toEqual(list())
      set = merged ?? set
    }
  })
})
