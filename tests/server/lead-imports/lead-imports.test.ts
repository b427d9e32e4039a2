import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LEADS_CHANGED } from '../../../server/activity/leads-changed.ts'
import { record } from '../../../server/activity/record.ts'
import { recordCall } from '../../../src/contract/activity.ts'
import {
  beginImport,
  checkImport,
  finishImport,
  type ImportRow,
  importRows,
  listImports,
  undoImport,
} from '../../../src/contract/lead-imports.ts'
import { createLead, deleteLead, listLeads, updateLead } from '../../../src/contract/leads.ts'
import { createTask } from '../../../src/contract/tasks.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { call, clear, FRESH, RIVAL } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { beginTest, sayInChat } from '../../support/visitor.ts'

const server = await sharedServer()
const params = { orgId: FRESH }
const HASH = 'a'.repeat(64)
const OTHER = 'b'.repeat(64)
const ZONE = { timezone: 'America/New_York', date_order: 'mdy' as const }

beforeEach(async () => {
  await clear(server, FRESH)
  await clear(server, RIVAL)
})

type Cells = ImportRow['cells']
const rowsOf = (...cells: Cells[]): ImportRow[] => cells.map((each, at) => ({ row: at + 2, cells: each }))
const ann = { prospect_name: 'Ann', prospect_email: 'Ann@Example.com' }
const bob = { prospect_name: 'Bob', prospect_phone: '(614) 555-0142' }
const cat = { prospect_name: 'Cat', notes: 'Blue house' }

const list = async () => (await call(server, listLeads, { params })).body
const names = async () =>
  (await list()).map(({ prospect_name }: { prospect_name: string }) => prospect_name).sort()

async function check(rows: ImportRow[], hash = HASH) {
  const answer = await call(server, checkImport, { params, body: { ...ZONE, file_hash: hash, rows } })
  expect(answer.status).toBe(200)
  return answer.body.rows.map(({ outcome }: { outcome: string }) => outcome)
}

async function begin(id: string, hash = HASH, rows = 3) {
  const body = { id, file_name: 'leads.csv', file_hash: hash, rows }
  return call(server, beginImport, { params, body })
}
const send = (importId: string, rows: ImportRow[]) =>
  call(server, importRows, { params: { ...params, importId }, body: { ...ZONE, rows } })
const finish = (importId: string) => call(server, finishImport, { params: { ...params, importId } })
const undo = (importId: string) => call(server, undoImport, { params: { ...params, importId } })
const outcomes = ({ body }: Awaited<ReturnType<typeof send>>) =>
  body.rows.map(({ outcome }: { outcome: string }) => outcome)

async function importAll(id: string, rows: ImportRow[], hash = HASH) {
  const { body } = await begin(id, hash, rows.length)
  const sent = await send(body.id, rows)
  expect(sent.status).toBe(200)
  return { sent, done: (await finish(body.id)).body }
}

describe('a dry run', () => {
  it('says what becomes of each row, and stores nothing', async () => {
    await call(server, createLead, { params, body: { contact_email: ' ann@example.COM ', id: 'old-1' } })
    await call(server, createLead, { params, body: { prospect_phone: '+1 614-555-0142 x9', id: 'old-2' } })
    const total = { prospect_name: 'Total: 7' }
    const rows = rowsOf(ann, bob, cat, {}, total, cat, { prospect_email: 'new@x.test', status: 'Maybe' })
    expect(await check(rows)).toEqual(['email', 'phone', 'new', 'refused', 'refused', 'row', 'new'])
    expect(await list()).toHaveLength(2)
    const { body } = await call(server, checkImport, { params, body: { ...ZONE, file_hash: HASH, rows } })
    expect(body.rows[3].reason).toBe('There is no name, email, or phone number')
    expect(body.rows[4].reason).toBe('This row is a total or a remark, not a lead')
    expect(body.rows[6].reason).toBe('Status of another program was read as New')
  })

  it('does not take a test for a known person', async () => {
    const session = await beginTest(server, FRESH)
    for (const text of ['Lawn mowing', 'Ann', 'ann@example.com']) await sayInChat(server, session, text)
    expect(await names()).toEqual(['Ann'])
    expect(await check(rowsOf(ann))).toEqual(['new'])
  })

  it('agrees with the import that follows', async () => {
    const rows = rowsOf(
      ann,
      { ...ann, prospect_name: 'Other' },
      bob,
      { ...bob, prospect_email: 'b@x.test' },
      cat,
      {},
    )
    const foretold = await check(rows)
    const { sent } = await importAll('i1', rows)
    expect(outcomes(sent)).toEqual(
      foretold.map((outcome: string) => (outcome === 'new' ? 'imported' : outcome)),
    )
  })
})

describe('an import', () => {
  it('stores what the rows say, and is counted and listed', async () => {
    const rows = rowsOf(
      {
        ...ann,
        status: 'lost',
        loss_reason: 'Too expensive',
        created_at: '11/20/2025 7:00 AM',
        source: 'Trade fair',
        booking_start_time: '2026-11-25 09:30 EST',
      },
      bob,
      {},
    )
    const { done } = await importAll('i1', rows)
    expect(done).toMatchObject({
      ...{ id: 'i1', file_name: 'leads.csv', rows: 3, imported: 2, refused: 1, undoable: 2 },
      ...{
        present: { email: 0, phone: 0, row: 0 },
        undone_at: null,
        created_by: expect.stringMatching(/\S/),
      },
      finished_at: server.clock.now().toISOString(),
    })
    const leads = await list()
    expect(
      leads.find(({ prospect_name }: { prospect_name: string }) => prospect_name === 'Ann'),
    ).toMatchObject({
      ...{ status: 'lost', loss_reason: 'Too expensive', source: 'Trade fair', conversation_id: null },
      created_at: '2025-11-20T12:00:00.000Z',
      booking_start_time: '2026-11-25T14:30:00.000Z',
      updated_at: server.clock.now().toISOString(),
    })
    expect(
      leads.find(({ prospect_name }: { prospect_name: string }) => prospect_name === 'Bob'),
    ).toMatchObject({
      ...{ status: 'new', source: 'import', created_at: server.clock.now().toISOString() },
    })
    expect((await call(server, listImports, { params })).body.imports).toEqual([done])
  })

  it('keeps a row with wrong details, says why in each answer, and loses no value', async () => {
    const faulty = {
      ...{ prospect_name: 'Ann', prospect_email: 'ann@x.test, lee@x.test', prospect_phone: '6.14556E+09' },
      ...{ status: 'Contacted', created_at: 'soon' },
    }
    const rows = rowsOf(faulty, { ...faulty, prospect_email: 'lee@x.test' })
    const { sent } = await importAll('i1', rows)
    expect(outcomes(sent)).toEqual(['imported', 'imported'])
    const reason =
      'Phone lost digits in a spreadsheet; Status of another program was read as New; Created is not a date that can be read'
    expect(sent.body.rows[0].reason).toBe(reason)
    expect((await send('i1', rows)).body.rows[0].reason).toBe(reason)
    const leads = await list()
    const [lead] = leads.filter(
      ({ prospect_email }: { prospect_email: string }) => prospect_email === 'ann@x.test',
    )
    expect(lead).toMatchObject({
      ...{ prospect_phone: null, status: 'new', created_at: server.clock.now().toISOString() },
      notes: 'Email: lee@x.test\nPhone: 6.14556E+09\nStatus: Contacted\nCreated: soon',
    })
  })

  it('announces no lead, but shows the leads to colleagues', async () => {
    const heard = vi.fn()
    const stop = server.deps.events.subscribe(FRESH, heard)
    await importAll('i1', rowsOf(ann, bob))
    stop()
    expect(heard.mock.calls).toEqual([[LEADS_CHANGED]])
    const waiting = await server.deps.db
      .selectFrom('notifications')
      .select('id')
      .where('organization_id', '=', FRESH)
      .execute()
    expect(waiting).toEqual([])
  })

  it('of a batch whose response was lost imports nothing twice', async () => {
    await begin('i1')
    const rows = rowsOf(ann, bob, cat, {})
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => send('i1', rows)))
    for (const each of [first, second, third]) {
      expect(each && outcomes(each)).toEqual(['imported', 'imported', 'imported', 'refused'])
    }
    expect(await names()).toEqual(['Ann', 'Bob', 'Cat'])
  })

  it('that was killed half way continues under its first id, also for a colleague', async () => {
    await begin('i1')
    await send('i1', rowsOf(ann, cat))
    const again = await begin('i2')
    expect(again.body).toMatchObject({ id: 'i1', imported: 2, finished_at: null })
    expect(outcomes(await send('i1', rowsOf(ann, cat, bob)))).toEqual(['imported', 'imported', 'imported'])
    expect(await names()).toEqual(['Ann', 'Bob', 'Cat'])
  })

  it('that two tabs send ends in both with the same outcome', async () => {
    await begin('i1')
    await begin('i2')
    const rows = rowsOf(ann, cat)
    const first = await send('i1', rows)
    await finish('i1')
    const second = await send('i1', rows)
    expect(second.body).toEqual({ rows: first.body.rows.map((row: object) => ({ ...row, keys: [] })) })
    expect((await finish('i1')).body).toMatchObject({ id: 'i1', imported: 2 })
    expect((await send('i1', rowsOf(ann, cat, bob))).status).toBe(409)
    expect(await names()).toEqual(['Ann', 'Cat'])
  })

  it('that was killed half way can be undone, and takes no more rows', async () => {
    await begin('i1')
    await send('i1', rowsOf(ann, cat))
    expect((await undo('i1')).body).toMatchObject({ removed: 2, undoable: 0, imported: 2 })
    expect(await list()).toEqual([])
    expect((await send('i1', rowsOf(ann, cat, bob))).status).toBe(409)
    expect(await list()).toEqual([])
  })

  it('of the same file again doubles nothing, also with other columns or changed leads', async () => {
    await importAll('i1', rowsOf(ann, bob, cat))
    const leads = await list()
    for (const { id } of leads) {
      await call(server, updateLead, {
        params: { ...params, leadId: id },
        body: { prospect_email: null, prospect_phone: null, prospect_name: 'Renamed' },
      })
    }
    const { done } = await importAll('i2', rowsOf({ ...ann, budget: '$5' }, bob, { prospect_name: 'Cat' }))
    expect(done).toMatchObject({ imported: 0, present: { row: 3 } })
    // The same leads in a file with other bytes.
    expect(await check(rowsOf({}, ann, bob, cat), OTHER)).toEqual(['refused', 'row', 'row', 'row'])
    expect(await list()).toHaveLength(3)
  })

  it('brings back a lead that was deleted', async () => {
    await importAll('i1', rowsOf(cat))
    const [{ id }] = await list()
    await call(server, deleteLead, { params: { ...params, leadId: id } })
    await importAll('i2', rowsOf(cat))
    expect(await names()).toEqual(['Cat'])
  })

  it('refuses a call at a time that another lead has', async () => {
    const at = { booking_start_time: '2026-11-25T14:30:00Z' }
    await importAll('i1', rowsOf({ ...ann, ...at }))
    const rows = rowsOf(
      {},
      {},
      { ...bob, ...at },
      { ...cat, booking_start_time: '2026-11-25T14:30:00Z', booking_status: 'cancelled' },
    )
    expect(await check(rows, OTHER)).toEqual(['refused', 'refused', 'refused', 'new'])
  })

  it('is unknown to another organization', async () => {
    await importAll('i1', rowsOf(ann))
    const foreign = { orgId: RIVAL, importId: 'i1' }
    const body = { ...ZONE, rows: rowsOf(ann) }
    expect((await call(server, importRows, { params: foreign, body, as: 'rival' })).status).toBe(404)
    expect((await call(server, undoImport, { params: foreign, as: 'rival' })).status).toBe(404)
    expect((await call(server, finishImport, { params: foreign, as: 'rival' })).status).toBe(404)
    const listed = await call(server, listImports, { params: { orgId: RIVAL }, as: 'rival' })
    expect(listed.body.imports).toEqual([])
    // Its leads do not count as already there, either.
    const checked = await call(server, checkImport, {
      params: { orgId: RIVAL },
      body: { ...body, file_hash: HASH },
      as: 'rival',
    })
    expect(checked.body.rows[0].outcome).toBe('new')
  })
})

describe('Undo', () => {
  it('removes what nobody changed, and says what stayed and why', async () => {
    const dan = { prospect_name: 'Dan', prospect_phone: '614 555 0199' }
    const eve = { prospect_name: 'Eve', prospect_phone: '614 555 0198' }
    await importAll('i1', rowsOf(ann, bob, cat, dan, eve))
    const leads: { id: string; prospect_name: string }[] = await list()
    const of = (name: string) => {
      const id = leads.find(({ prospect_name }) => prospect_name === name)?.id
      return { ...params, leadId: id ?? '' }
    }
    server.clock.advance(60_000)
    await call(server, updateLead, { params: of('Ann'), body: { budget: '$5' } })
    await call(server, recordCall, { params: of('Bob'), body: { outcome: 'answered' } })
    await call(server, createTask, {
      params: of('Cat'),
      body: { text: 'Call', due_at: '2026-12-01T15:00:00Z' },
    })
    await call(server, deleteLead, { params: of('Eve') })
    const { body } = await undo('i1')
    expect(body).toMatchObject({ imported: 5, removed: 1, changed: 2, tasks: 1, undoable: 0 })
    expect(await names()).toEqual(['Ann', 'Bob', 'Cat'])
    expect((await undo('i1')).body).toEqual(body)
    // What was removed can be imported again.
    const { sent } = await importAll('i2', rowsOf(ann, bob, cat, dan))
    expect(outcomes(sent)).toEqual(['email', 'phone', 'row', 'imported'])
  })

  it('removes what only HubSpot has changed', async () => {
    await importAll('i1', rowsOf(ann, bob))
    server.clock.advance(60_000)
    const now = server.clock.now()
    const { db } = server.deps
    for (const { id, prospect_name } of await list()) {
      await db.updateTable('leads').set({ budget: '$5', updated_at: now }).where('id', '=', id).execute()
      const actor = { kind: prospect_name === 'Ann' ? ('hubspot' as const) : ('system' as const), id: null }
      await record(db, { organizationId: FRESH, leadId: id, at: now, actor }, [
        { type: 'edited', data: { fields: { budget: { from: null, to: '$5' } } } },
      ])
    }
    expect((await undo('i1')).body).toMatchObject({ removed: 1, changed: 1 })
    expect(await names()).toEqual(['Bob'])
  })

  it('removes many leads in several calls', async () => {
    await begin('i1', HASH, 600)
    const many = Array.from({ length: 600 }, (_, at) => ({
      row: at + 2,
      cells: { prospect_email: `a${at}@x.test` },
    }))
    for (const at of [0, 300]) await send('i1', many.slice(at, at + 300))
    expect((await undo('i1')).body).toMatchObject({ removed: 500, undoable: 100 })
    expect((await undo('i1')).body).toMatchObject({ removed: 600, undoable: 0 })
    expect(await list()).toEqual([])
  })

  it('is refused after seven days', async () => {
    const begun = server.clock.now()
    await importAll('i1', rowsOf(ann))
    server.clock.set(new Date(begun.getTime() + 7 * DAY_MS + 1))
    try {
      expect((await undo('i1')).status).toBe(409)
      expect((await call(server, listImports, { params })).body.imports).toEqual([])
    } finally {
      server.clock.set(begun)
    }
    expect(await names()).toEqual(['Ann'])
  })
})

it('refuses too many rows at once and impossible files, and ignores unknown fields', async () => {
  await begin('i1')
  const many = Array.from({ length: 301 }, (_, at) => ({ row: at + 2, cells: cat }))
  expect((await send('i1', many)).status).toBe(400)
  const foreign = { ...cat, organization_id: RIVAL, id: 'chosen' } as Cells
  expect((await send('i1', [{ row: 2, cells: foreign }])).status).toBe(200)
  expect((await list())[0].id).not.toBe('chosen')
  expect((await begin('i2', 'not a hash')).status).toBe(400)
  expect((await begin('i3', HASH, 50_001)).status).toBe(400)
})
