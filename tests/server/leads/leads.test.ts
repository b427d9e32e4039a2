import { beforeEach, describe, expect, it, vi } from 'vitest'
import { markStaleLeads } from '../../../server/leads/stale-leads.ts'
import {
  createLead,
  deleteLead,
  getConversation,
  listLeads,
  setLeadStatus,
  undoAutomaticLoss,
  updateLead,
} from '../../../src/contract/leads.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { call, clear, FRESH, GREEN, RIVAL } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const params = { orgId: FRESH }
const ofLead = (leadId: string) => ({ orgId: FRESH, leadId })

beforeEach(() => clear(server, FRESH))

const list = async () => (await call(server, listLeads, { params })).body

describe('creating a lead', () => {
  it('stores the sent fields, as new and manual, and lists the lead', async () => {
    const made = await call(server, createLead, {
      params,
      body: { contact_name: 'Ada Park', service_interest: 'Tree Services', notes: 'Call <b>after</b> 5 🌳' },
    })
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({
      status: 'new',
      source: 'manual',
      contact_name: 'Ada Park',
      notes: 'Call <b>after</b> 5 🌳',
      prospect_name: null,
      conversation_id: null,
      extracted_metadata: null,
      created_at: server.clock.now().toISOString(),
    })
    expect(await list()).toEqual([made.body])
  })

  it('with the same id creates one lead, however often it is sent', async () => {
    const body = { id: 'outbox-1', contact_name: 'Ada' }
    const answers = await Promise.all([1, 2, 3].map(() => call(server, createLead, { params, body })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    await call(server, updateLead, { params: ofLead('outbox-1'), body: { contact_name: 'Bea' } })
    const late = await call(server, createLead, { params, body })
    expect(late.body.contact_name).toBe('Bea')
    expect(await list()).toHaveLength(1)
  })

  it("refuses another organization's id without revealing its lead", async () => {
    const body = { id: 'taken', contact_name: 'Secret' }
    await call(server, createLead, { params: { orgId: RIVAL }, body, as: 'rival' })
    const answer = await call(server, createLead, { params, body: { ...body, contact_name: 'Mine' } })
    expect(answer.status).toBe(409)
    expect(answer.body).toEqual({ message: 'This lead id is already in use' })
    expect(await list()).toEqual([])
  })

  it.each(['', '..', 'a/b', 'x'.repeat(101), 'ü'])('refuses %j as an id', async (id) => {
    const answer = await call(server, createLead, { params, body: { id } })
    expect(answer.status).toBe(400)
    expect(answer.body.details).toEqual([expect.objectContaining({ path: 'id' })])
  })

  it('is announced to the organization only', async () => {
    const received: unknown[] = []
    const leave = [
      server.deps.events.subscribe(FRESH, (event) => received.push(event)),
      server.deps.events.subscribe(RIVAL, (event) => received.push(['rival', event])),
    ]
    const { body } = await call(server, createLead, { params, body: { prospect_name: 'Ada' } })
    await expect
      .poll(() => received)
      .toEqual([{ type: 'lead_created', event_type: 'lead_created', lead_id: body.id, contact_name: 'Ada' }])
    for (const undo of leave) undo()
  })

  it('is stored and announced together, or not at all', async () => {
    vi.spyOn(server.deps.events, 'publishWithin').mockRejectedValueOnce(new Error('no connection'))
    const body = { id: 'outbox-2' }
    expect((await call(server, createLead, { params, body })).status).toBe(500)
    expect(await list()).toEqual([])
    expect((await call(server, createLead, { params, body })).status).toBe(200)
  })
})

describe('changing a lead', () => {
  beforeEach(async () => {
    await call(server, createLead, { params, body: { id: 'one', contact_name: 'Ada', budget: '500' } })
    server.clock.advance(1000)
  })

  it('sets the sent fields, clears those sent as null, and keeps the others', async () => {
    const { status, body } = await call(server, updateLead, {
      params: ofLead('one'),
      body: { contact_name: null, timeline: 'Spring' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ contact_name: null, timeline: 'Spring', budget: '500' })
    expect(body.updated_at).toBe(server.clock.now().toISOString())
    expect(body.created_at).not.toBe(body.updated_at)
  })

  it('without fields changes nothing', async () => {
    const before = await list()
    const { body } = await call(server, updateLead, { params: ofLead('one'), body: {} })
    expect([body]).toEqual(before)
    expect(await list()).toEqual(before)
  })

  it('ignores read-only fields', async () => {
    const body = {
      id: 'two',
      organization_id: RIVAL,
      source: 'x',
      created_at: '2000-01-01T00:00:00Z',
    } as object
    const before = await list()
    await call(server, updateLead, { params: ofLead('one'), body })
    expect(await list()).toEqual(before)
  })

  it('sets the status with notes and reason, with an empty body', async () => {
    const lost = await call(server, setLeadStatus, {
      params: ofLead('one'),
      query: { status: 'lost', notes: 'Moved away', loss_reason: 'Price' },
    })
    expect(lost.body).toMatchObject({ status: 'lost', notes: 'Moved away', loss_reason: 'Price' })
    const again = await call(server, setLeadStatus, { params: ofLead('one'), query: { status: 'lost' } })
    expect(again.body).toMatchObject({ notes: 'Moved away', loss_reason: 'Price' })
    const back = await call(server, setLeadStatus, { params: ofLead('one'), query: { status: 'converted' } })
    expect(back.body).toMatchObject({ status: 'converted', notes: 'Moved away', loss_reason: null })
  })

  it('states why the system set a status, until a person sets it', async () => {
    const { db, clock } = server.deps
    const lost = async (id: string) => {
      await call(server, createLead, { params, body: { id } })
      const at = new Date(clock().getTime() - 31 * 86_400_000)
      await db.updateTable('leads').set({ updated_at: at }).where('id', '=', id).execute()
      await db.updateTable('lead_activity').set({ at }).where('lead_id', '=', id).execute()
    }
    for (const id of ['two', 'three']) await lost(id)
    await markStaleLeads(db, clock(), clock())
    const automatic = { automatic_reason: 'No activity for 30 days', automatic_at: clock().toISOString() }
    expect(await list()).toContainEqual(expect.objectContaining({ id: 'two', status: 'lost', ...automatic }))

    const noted = await call(server, updateLead, { params: ofLead('two'), body: { notes: 'Called' } })
    expect(noted.body).toMatchObject(automatic)
    const byHand = { automatic_reason: null, automatic_at: null }
    const changed = await call(server, updateLead, { params: ofLead('two'), body: { status: 'lost' } })
    expect(changed.body).toMatchObject(byHand)

    const { automatic_at } = automatic
    const undo = () => call(server, undoAutomaticLoss, { params, body: { automatic_at } })
    expect((await undo()).body).toEqual({ leads: 1 })
    expect((await undo()).body).toEqual({ leads: 0 })
    const after = await list()
    expect(after).toContainEqual(expect.objectContaining({ id: 'three', status: 'new', ...byHand }))
    expect(after).toContainEqual(expect.objectContaining({ id: 'two', status: 'lost' }))
  })

  it('appends notes, and a repeated one only once', async () => {
    const note = (notes: string) =>
      call(server, setLeadStatus, { params: ofLead('one'), query: { status: 'new', notes } })
    const add = (add_note: string) =>
      call(server, updateLead, { params: ofLead('one'), body: { notes: 'what I last read', add_note } })
    await note('First')
    await note('First')
    await add('Second')
    await add('Second')
    const { body } = await note(' First ')
    expect(body.notes).toBe('First\nSecond')
    expect((await add('  ')).body.notes).toBe('First\nSecond')
    expect((await add('Sec')).body.notes).toBe('First\nSecond\nSec')
  })

  it('refuses a note that makes the notes too long, and keeps them', async () => {
    const notes = 'x'.repeat(LIMITS.longText - 6)
    await call(server, updateLead, { params: ofLead('one'), body: { notes } })
    const add = (add_note: string) =>
      call(server, updateLead, { params: ofLead('one'), body: { add_note, budget: '900' } })
    const refused = await add('123456')
    expect(refused.status).toBe(400)
    expect(refused.body.details).toEqual([
      { path: 'add_note', message: 'The notes can have 20000 characters. Shorten them first' },
    ])
    const query = { status: 'lost', notes: '123456' } as const
    const status = await call(server, setLeadStatus, { params: ofLead('one'), query })
    expect(status.status).toBe(400)
    expect(status.body.details).toEqual([expect.objectContaining({ path: 'notes' })])
    expect(await list()).toEqual([expect.objectContaining({ notes, budget: '500', status: 'new' })])
    expect((await add('12345')).body.notes).toHaveLength(LIMITS.longText)
  })

  it('clears the reason of a loss when the status is no longer lost', async () => {
    const query = { status: 'lost', loss_reason: 'Price' } as const
    await call(server, setLeadStatus, { params: ofLead('one'), query })
    const put = async (body: { status?: 'new' | 'lost'; budget?: string }) =>
      (await call(server, updateLead, { params: ofLead('one'), body })).body.loss_reason
    expect(await put({ budget: '1' })).toBe('Price')
    expect(await put({ status: 'lost' })).toBe('Price')
    expect(await put({ status: 'new' })).toBeNull()
  })

  it('refuses an outdated status and returns the current lead', async () => {
    const [read] = await list()
    const set = (status: 'lost' | 'converted', updated_at?: string) =>
      call(server, setLeadStatus, {
        params: ofLead('one'),
        query: { status, ...(updated_at && { updated_at }) },
      })
    const converted = await set('converted', read?.updated_at)
    expect(converted.status).toBe(200)
    server.clock.advance(1000)
    const late = await set('lost', read?.updated_at)
    expect(late.status).toBe(409)
    expect(late.body.details).toEqual({ current: converted.body })
    expect((await set('lost')).body.status).toBe('lost')
  })

  it('refuses an outdated change and returns the current lead', async () => {
    const [read] = await list()
    const change = (budget: string, updated_at = read?.updated_at) =>
      call(server, updateLead, { params: ofLead('one'), body: { budget, updated_at } })
    const first = await change('600')
    expect(first.status).toBe(200)
    server.clock.advance(1000)
    const late = await change('700')
    expect(late.status).toBe(409)
    expect(late.body).toEqual({
      message: 'Someone else has changed this lead',
      details: { current: first.body },
    })
    expect((await change('700', first.body.updated_at)).body.budget).toBe('700')
  })

  it.each(['2026-02-31T10:00:00Z', '0000-01-01T00:00:00Z'])('refuses the time %s', async (time) => {
    const body = { budget: '1', updated_at: time }
    const answers = [
      await call(server, updateLead, { params: ofLead('one'), body }),
      await call(server, undoAutomaticLoss, { params, body: { automatic_at: time } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
  })

  it.each(['qualified', '', 'New'])('refuses %j as a status', async (status) => {
    const answer = await call(server, setLeadStatus, { params: ofLead('one'), query: { status } as never })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('status is not valid')
  })

  it('removes it once', async () => {
    expect((await call(server, deleteLead, { params: ofLead('one') })).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await call(server, deleteLead, { params: ofLead('one') })).status).toBe(404)
  })

  it('returns 404 for an unknown lead', async () => {
    const gone = ofLead('gone')
    const answers = [
      await call(server, updateLead, { params: gone, body: {} }),
      await call(server, updateLead, { params: gone, body: { budget: '1' } }),
      await call(server, setLeadStatus, { params: gone, query: { status: 'new' } }),
      await call(server, deleteLead, { params: gone }),
      await call(server, getConversation, { params: gone }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(404)
      expect(body).toEqual({ message: 'The requested lead could not be found.' })
    }
  })
})

describe('the conversation', () => {
  it('of a manually created lead is empty', async () => {
    await call(server, createLead, { params, body: { id: 'one' } })
    expect((await call(server, getConversation, { params: ofLead('one') })).body).toEqual({ messages: [] })
  })

  it('is oldest first and contains only fields of the contract', async () => {
    const lead = await server.deps.db
      .selectFrom('leads')
      .select(['id', 'conversation_id'])
      .where('organization_id', '=', GREEN)
      .where('conversation_id', 'is not', null)
      .executeTakeFirstOrThrow()
    const stored = await server.deps.db
      .selectFrom('messages')
      .select(['id', 'message_type', 'content', 'created_at'])
      .where('conversation_id', '=', lead.conversation_id ?? '')
      .orderBy('position')
      .execute()
    const { body } = await call(server, getConversation, { params: { orgId: GREEN, leadId: lead.id } })
    expect(stored.length).toBeGreaterThan(1)
    expect(body).toEqual({
      messages: stored.map((row) => ({ ...row, photos: [], created_at: row.created_at.toISOString() })),
    })
  })
})
