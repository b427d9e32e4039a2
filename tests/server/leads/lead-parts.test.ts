import { beforeEach, describe, expect, it } from 'vitest'
import {
  createLead,
  deleteLead,
  type LeadChanges,
  type LeadQuery,
  listLeads,
  setLeadStatus,
} from '../../../src/contract/leads.ts'
import { call, clear, FRESH, GREEN, RIVAL } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const { db } = server.deps

beforeEach(() => clear(server, FRESH))

async function part(query: LeadQuery, headers: Record<string, string> = {}): Promise<LeadChanges> {
  const { status, body } = await call(server, listLeads, { params: { orgId: FRESH }, query, headers })
  expect(status).toBe(200)
  return body
}

const idsOf = ({ leads }: LeadChanges) => leads.map(({ id }) => id)

const create = (id: string) =>
  call(server, createLead, { params: { orgId: FRESH }, body: { id, prospect_name: id } })
const remove = (leadId: string) => call(server, deleteLead, { params: { orgId: FRESH, leadId } })

const row = (id: string) => {
  const at = server.clock.now()
  return { id, organization_id: FRESH, status: 'new', source: 'manual', created_at: at, updated_at: at }
}

describe('the first part of a list', () => {
  it('has the newest leads, the number of all, and a cursor', async () => {
    for (const id of ['a', 'b', 'c']) {
      await create(id)
      server.clock.advance(1_000)
    }
    const first = await part({ limit: '2' })
    expect([first.kind, first.total, idsOf(first)]).toEqual(['first', 3, ['c', 'b']])
    expect(await part({ limit: '4' })).toMatchObject({ kind: 'all', total: 3 })
  })

  it('can be filtered', async () => {
    await create('oak')
    await create('elm')
    expect(await part({ limit: '1', search: 'oak' })).toMatchObject({ kind: 'all', total: 1 })
    expect(await part({ limit: '5', search: 'nobody' })).toMatchObject({ kind: 'all', total: 0, leads: [] })
  })

  it.each(['0', '-1', '1001', '1.5', 'ten', ''])('refuses the limit %j', async (limit) => {
    const { status, body } = await call(server, listLeads, { params: { orgId: FRESH }, query: { limit } })
    expect([status, body.details[0].path]).toEqual([400, 'limit'])
  })
})

describe('the parts of a list', () => {
  const MANY = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  /** Leads at three times, of which two differ by a microsecond. */
  const store = async () => {
    const times = ['00.000001', '00', '01']
    const rows = MANY.map((id, index) => ({
      ...row(id),
      created_at: `2026-11-20T12:00:${times[index % 3]}Z`,
    }))
    await db.insertInto('leads').values(rows).execute()
  }
  const order = ['c', 'f', 'a', 'd', 'g', 'b', 'e']

  async function rest(first: LeadChanges, limit: string, before = async (_turn: number) => {}) {
    const parts = [first]
    for (let turn = 1; parts.at(-1)?.kind !== 'changes'; turn += 1) {
      await before(turn)
      parts.push(await part({ since: parts.at(-1)?.cursor, limit }))
    }
    return parts
  }

  it.each(['1', '2', '3', '6'])('follow each other, at most %s leads each', async (limit) => {
    await store()
    const parts = await rest(await part({ limit }), limit)
    expect(parts.flatMap(idsOf)).toEqual(order)
    expect(parts.map(({ leads }) => leads.length).slice(0, -1)).toEqual(
      Array.from({ length: parts.length - 1 }, () => Number(limit)),
    )
    expect(parts.map(({ kind }) => kind).slice(1, -1)).toEqual(parts.slice(2).map(() => 'more'))
    expect(parts.at(-1)).toMatchObject({ total: 7, removed: [] })
    await create('later')
    expect(idsOf(await part({ since: parts.at(-1)?.cursor }))).toEqual(['later'])
  })

  it('can be asked for by a header', async () => {
    await store()
    const { cursor } = await part({ limit: '2' })
    const more = await part({ since: '', limit: '2' }, { 'If-None-Match': `W/"${cursor}"` })
    expect([more.kind, idsOf(more)]).toEqual(['more', ['a', 'd']])
  })

  it('end with all others and the changes without a limit', async () => {
    await store()
    const { cursor } = await part({ limit: '2' })
    await create('new')
    const changes = await part({ since: cursor })
    expect([changes.kind, idsOf(changes)]).toEqual(['changes', ['new', ...order.slice(2)]])
  })

  it('lose nothing that is created, changed, or removed in between', async () => {
    await store()
    const parts = await rest(await part({ limit: '2' }), '2', async (turn) => {
      if (turn === 1) {
        await create('new')
        await remove('c')
        // The lead after which the next part begins.
        await remove('f')
        await db
          .insertInto('leads')
          .values({ ...row('old'), created_at: '2026-11-20T11:00:00Z' })
          .execute()
      }
      if (turn === 2) {
        await call(server, setLeadStatus, {
          params: { orgId: FRESH, leadId: 'a' },
          query: { status: 'lost' },
        })
      }
    })
    const changes = parts.at(-1)
    expect(parts.slice(0, -1).flatMap(idsOf)).toEqual(['c', 'f', 'a', 'd', 'g', 'b'])
    expect(changes && idsOf(changes)).toEqual(['new', 'a', 'e', 'old'])
    expect(changes).toMatchObject({ total: 7, removed: ['c', 'f'] })
  })

  it('begin again after a cursor that is too old', async () => {
    await store()
    const { cursor } = await part({ limit: '2' })
    const [xid, at, ...place] = cursor.split('-')
    const aged = [xid, Number(at) - 30 * 86_400, ...place].join('-')
    expect(await part({ since: aged, limit: '2' })).toMatchObject({ kind: 'first', total: 7 })
  })

  it("are never another organization's", async () => {
    await store()
    const { cursor } = await part({ limit: '2' })
    const query = { since: cursor, limit: '2' }
    const theirs = await call(server, listLeads, { params: { orgId: RIVAL }, query, as: 'owner' })
    expect(theirs.status).toBe(403)
    const own = await call(server, listLeads, {
      params: { orgId: GREEN },
      query: { ...query, limit: '1000' },
    })
    expect(own.body.leads.every(({ id }: { id: string }) => !MANY.includes(id))).toBe(true)
  })

  it('of a filtered list are only the first', async () => {
    await store()
    const first = await part({ limit: '2', status: 'new' })
    expect([first.kind, first.total]).toEqual(['first', 7])
    expect(await part({ since: first.cursor })).toMatchObject({ kind: 'changes', leads: [] })
  })
})
