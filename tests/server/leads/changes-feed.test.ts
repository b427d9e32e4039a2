import { type Kysely, sql, type Transaction } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { adaptRestored } from '../../../server/db/restored.ts'
import type { Database } from '../../../server/db/schema.ts'
import { runDaily } from '../../../server/jobs/daily.ts'
import {
  createLead,
  deleteLead,
  type LeadChanges,
  type LeadQuery,
  listLeads,
  setLeadStatus,
} from '../../../src/contract/leads.ts'
import { eraseOrganizationData } from '../../../src/contract/privacy.ts'
import { type Answer, call, clear, FRESH, GREEN, RIVAL, send } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

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
if (process.env.DATABASE_TEST_URL)
  describe('transactions that overlap', () => {
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

  it('that names no possible lead is answered with the whole list', async () => {
    const { cursor } = await all()
    expect((await part({ since: `${cursor}-0-AA` })).kind).toBe('all')
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
