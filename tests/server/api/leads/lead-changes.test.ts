import { type Kysely, sql, type Transaction } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { adaptRestored } from '../../../../server/db/restored.ts'
import type { Database } from '../../../../server/db/schema.ts'
import { runDaily } from '../../../../server/jobs/daily.ts'
import {
  createLead,
  deleteLead,
  type LeadChanges,
  type LeadQuery,
  listLeads,
  setLeadStatus,
} from '../../../../src/contract/leads.ts'
import { eraseOrganizationData } from '../../../../src/contract/privacy.ts'
import { sharedServer } from '../../../support/server.ts'
import { type Answer, call, clear, FRESH, GREEN, RIVAL, send } from '../support.ts'

const server = await sharedServer()
const { db } = server.deps

beforeEach(() => clear(server, FRESH))

async function part(query: LeadQuery, headers: Record<string, string> = {}): Promise<LeadChanges> {
  const { status, body } = await call(server, listLeads, { params: { orgId: FRESH }, query, headers })
  expect(status).toBe(200)
  return body
}

const all = () => part({ since: '' })
const idsOf = ({ leads }: LeadChanges) => leads.map(({ id }) => id)

const create = (id: string, prospect_name = id) =>
  call(server, createLead, { params: { orgId: FRESH }, body: { id, prospect_name } })
const remove = (leadId: string) => call(server, deleteLead, { params: { orgId: FRESH, leadId } })

const row = (id: string) => {
  const at = server.clock.now()
  return { id, organization_id: FRESH, status: 'new', source: 'manual', created_at: at, updated_at: at }
}
const insert = (on: Kysely<Database>, ...ids: string[]) =>
  on.insertInto('leads').values(ids.map(row)).execute()

/** Runs a transaction and leaves it open. The returned function commits it. */
async function begin(work: (tx: Transaction<Database>) => Promise<unknown>): Promise<() => Promise<void>> {
  const { promise: worked, resolve: done } = Promise.withResolvers<void>()
  const { promise: committing, resolve: commit } = Promise.withResolvers<void>()
  const transaction = db.transaction().execute(async (tx) => {
    await work(tx)
    done()
    await committing
  })
  await worked
  return async () => {
    commit()
    await transaction
  }
}

describe('the changes since a cursor', () => {
  it('are the leads created and changed, newest first, and the ids of the removed ones', async () => {
    for (const id of ['kept', 'changed', 'gone']) await create(id)
    const { cursor } = await all()
    server.clock.advance(1_000)
    await create('made')
    await call(server, setLeadStatus, {
      params: { orgId: FRESH, leadId: 'changed' },
      query: { status: 'lost' },
    })
    await remove('gone')
    const changes = await part({ since: cursor })
    expect(changes).toMatchObject({ kind: 'changes', total: 3, removed: ['gone'] })
    expect(idsOf(changes)).toEqual(['made', 'changed'])
    expect(changes.leads[1]).toMatchObject({ status: 'lost', prospect_name: 'changed' })
    const whole = (await call(server, listLeads, { params: { orgId: FRESH } })).body
    expect(changes.leads[1]).toEqual(whole.find(({ id }: { id: string }) => id === 'changed'))
  })

  it('are none if nothing has changed, whatever happens elsewhere', async () => {
    await create('kept')
    const { cursor } = await all()
    await call(server, createLead, { params: { orgId: GREEN }, body: { id: 'of-green' } })
    expect(await part({ since: cursor })).toMatchObject({ kind: 'changes', total: 1, removed: [], leads: [] })
  })

  it('can be asked for by the ETag, so that the URL stays the same', async () => {
    await create('known')
    const { headers } = await call(server, listLeads, { params: { orgId: FRESH } })
    await create('made')
    const changes = await part({ since: '' }, { 'If-None-Match': headers.get('etag') ?? '' })
    expect([changes.kind, idsOf(changes)]).toEqual(['changes', ['made']])
  })

  it('contain a lead that was removed and created again, and not its removal', async () => {
    await create('again')
    const { cursor } = await all()
    await remove('again')
    await create('again', 'Second')
    const changes = await part({ since: cursor })
    expect([changes.removed, idsOf(changes)]).toEqual([[], ['again']])
  })

  it('contain what a cascade or an erasure of everything removes', async () => {
    await create('one')
    await create('two')
    const { cursor } = await all()
    await call(server, eraseOrganizationData, {
      params: { orgId: FRESH },
      body: { organization_name: 'Fresh Cut Co' },
    })
    expect(await part({ since: cursor })).toMatchObject({ total: 0, removed: ['one', 'two'], leads: [] })
  })

  it("are never another organization's", async () => {
    const { cursor } = await all()
    await call(server, createLead, { params: { orgId: RIVAL }, body: { id: 'of-rival' }, as: 'rival' })
    await call(server, deleteLead, { params: { orgId: RIVAL, leadId: 'of-rival' }, as: 'rival' })
    expect(await part({ since: cursor })).toMatchObject({ removed: [], leads: [] })
    const query = { since: cursor }
    const theirs = await call(server, listLeads, { params: { orgId: RIVAL }, query, as: 'owner' })
    expect(theirs.status).toBe(403)
  })

  it('cannot be filtered', async () => {
    const query = { since: '', status: 'new' } as const
    const refused = await call(server, listLeads, { params: { orgId: FRESH }, query })
    expect([refused.status, refused.body.message]).toEqual([400, 'since cannot be combined with a filter'])
  })
})

// The embedded database has one connection, so there its transactions cannot overlap.
describe.runIf(process.env.DATABASE_TEST_URL)('transactions that overlap', () => {
  it('lose nothing, in whatever order they commit', async () => {
    const commitFirst = await begin((tx) => insert(tx, 'first'))
    await insert(db, 'second')
    const before = await all()
    expect(idsOf(before)).toEqual(['second'])
    await commitFirst()
    const changes = await part({ since: before.cursor })
    expect(idsOf(changes)).toContain('first')
    expect(idsOf(await part({ since: changes.cursor }))).toEqual([])
  })

  it('change the ETag when the earlier one commits last', async () => {
    await insert(db, 'known')
    const commit = await begin((tx) => tx.deleteFrom('leads').where('id', '=', 'known').execute())
    await insert(db, 'other')
    const { headers } = await call(server, listLeads, { params: { orgId: FRESH } })
    const again = () => list({ 'If-None-Match': headers.get('etag') ?? '' })
    await commit()
    expect((await again()).status).toBe(200)
  })
})

const list = (headers: Record<string, string>): Promise<Answer> =>
  send(server, `/api/v1/organizations/${FRESH}/leads`, { headers })

describe('many writers at once', () => {
  it('are all seen by a reader that asks again and again', async () => {
    let { cursor } = await all()
    const seen = new Set<string>()
    const read = async () => {
      const changes = await part({ since: cursor })
      cursor = changes.cursor
      for (const id of idsOf(changes)) seen.add(id)
    }
    const ids = Array.from({ length: 40 }, (_, index) => `lead-${index}`)
    const writing = ids.map((id, index) =>
      db.transaction().execute(async (tx) => {
        await insert(tx, id)
        await sql`select pg_sleep(${(index % 5) / 200})`.execute(tx)
      }),
    )
    const written = Promise.all(writing)
    let isOver = false
    void written.then(() => {
      isOver = true
    })
    while (!isOver) await read()
    await read()
    expect([...seen].toSorted()).toEqual(ids.toSorted())
  })
})

describe('a cursor', () => {
  it.each(['unknown', '0', '99999999999999999-1', "1-1' or true", '-'])(
    '%j is answered with the whole list',
    async (since) => {
      await create('one')
      expect(await part({ since })).toMatchObject({ kind: 'all', total: 1, removed: [] })
    },
  )

  it('older than the ids of removed leads is answered with the whole list', async () => {
    await create('one')
    const [xid, at] = (await all()).cursor.split('-')
    const aged = (days: number) => `${xid}-${Number(at) - days * 86_400}`
    expect((await part({ since: aged(28) })).kind).toBe('changes')
    expect((await part({ since: aged(29.1) })).kind).toBe('all')
  })

  it('of a database that was replaced by an older copy is answered with the whole list', async () => {
    const [xid, at] = (await all()).cursor.split('-')
    expect((await part({ since: `${Number(xid) + 1_000}-${at}` })).kind).toBe('all')
  })

  it('works after a database was restored from a dump', async () => {
    await insert(db, 'restored')
    await remove('gone')
    await sql`alter table leads disable trigger leads_change`.execute(db)
    await db.updateTable('leads').set({ changed_in: 9_000_000 }).where('id', '=', 'restored').execute()
    await sql`alter table leads enable trigger leads_change`.execute(db)
    await adaptRestored(db)
    expect(idsOf(await part({ since: (await all()).cursor }))).toEqual([])
  })
})

describe('the ids of removed leads', () => {
  it('are deleted after 30 days, and hold no data', async () => {
    await create('long-gone', 'Zebulon')
    await create('gone')
    await remove('long-gone')
    await remove('gone')
    const kept = () =>
      db.selectFrom('lead_removals').selectAll().where('organization_id', '=', FRESH).execute()
    expect(JSON.stringify(await kept())).not.toContain('Zebulon')
    await sql`update lead_removals set removed_at = now() - interval '31 days' where lead_id = 'long-gone'`.execute(
      db,
    )
    await runDaily(server.deps)
    expect((await kept()).map(({ lead_id }) => lead_id)).toContain('gone')
    expect((await kept()).map(({ lead_id }) => lead_id)).not.toContain('long-gone')
  })
})

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

describe('the ETag', () => {
  it('is answered with 304 until a lead of the organization changes', async () => {
    await create('one')
    const { headers } = await list({})
    const known = { 'If-None-Match': headers.get('etag') ?? 'none' }
    const same = await list(known)
    expect([same.status, same.body]).toEqual([304, ''])
    await call(server, createLead, { params: { orgId: GREEN }, body: { id: 'elsewhere' } })
    expect((await list(known)).status).toBe(304)
    expect((await list({ 'If-None-Match': `"other", ${known['If-None-Match']}` })).status).toBe(200)
    await remove('one')
    const changed = await list(known)
    expect([changed.status, changed.body]).toEqual([200, []])
  })

  it('is readable by the console, which may send it without a preflight of its own', async () => {
    const origin = { Origin: server.deps.config.origins.console }
    expect((await list(origin)).headers.get('access-control-expose-headers')).toContain('ETag')
    const preflight = await server.fetchApi(`/api/v1/organizations/${FRESH}/leads`, {
      method: 'OPTIONS',
      as: null,
      headers: { ...origin, 'Access-Control-Request-Method': 'GET' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('If-None-Match')
    expect(preflight.headers.get('access-control-max-age')).toBe('7200')
  })

  it('does not spare a stranger the check of the membership', async () => {
    const { headers } = await list({})
    const known = { 'If-None-Match': headers.get('etag') ?? '' }
    const path = `/api/v1/organizations/${FRESH}/leads`
    expect((await send(server, path, { headers: known, as: 'rival' })).status).toBe(403)
    expect((await send(server, path, { headers: known, as: null })).status).toBe(401)
  })
})

it('without the parameters is the list that section 7 describes', async () => {
  await create('one')
  const { body } = await call(server, listLeads, { params: { orgId: FRESH } })
  expect(body).toMatchObject([{ id: 'one' }])
})
