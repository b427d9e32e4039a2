import { beforeEach, describe, expect, it } from 'vitest'
import { markStaleLeads } from '../../../server/leads/stale-leads.ts'
import { type ActivityEvent, getActivity, recordCall } from '../../../src/contract/activity.ts'
import {
  createLead,
  deleteLead,
  listLeads,
  setLeadStatus,
  undoAutomaticLoss,
  updateLead,
} from '../../../src/contract/leads.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { call, clear, FRESH, GREEN, RIVAL } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, sayInChat } from '../../support/visitor.ts'

const server = await sharedServer()
const params = { orgId: FRESH }
const ofLead = (leadId: string) => ({ orgId: FRESH, leadId })

beforeEach(() => clear(server, FRESH))

const add = async (id: string) => {
  await call(server, createLead, { params, body: { id, contact_name: 'Ada', budget: '500' } })
  server.clock.advance(60_000)
}
const history = async (leadId: string): Promise<ActivityEvent[]> =>
  (await call(server, getActivity, { params: ofLead(leadId) })).body.events
const brief = (events: ActivityEvent[]) => events.map(({ type, actor, data }) => [type, actor.kind, data])
const answered = async (leadId: string) =>
  (await call(server, listLeads, { params })).body.find(({ id }: { id: string }) => id === leadId).answered_at

describe('the history of a lead', () => {
  it('has its creation by hand, changed fields, notes, and statuses, with the member’s name', async () => {
    await add('one')
    await call(server, updateLead, {
      params: ofLead('one'),
      body: { contact_name: 'Ada', budget: null, timeline: 'Spring', add_note: ' Has a dog ' },
    })
    await call(server, setLeadStatus, {
      params: ofLead('one'),
      query: { status: 'lost', notes: 'Too far', loss_reason: 'Outside service area' },
    })
    const events = await history('one')
    expect(brief(events)).toEqual([
      ['created', 'person', {}],
      [
        'edited',
        'person',
        { fields: { budget: { from: '500', to: null }, timeline: { from: null, to: 'Spring' } } },
      ],
      ['note', 'person', { text: 'Has a dog' }],
      ['status', 'person', { from: 'new', to: 'lost', loss_reason: 'Outside service area' }],
      ['note', 'person', { text: 'Too far' }],
    ])
    expect(new Set(events.map(({ actor }) => JSON.stringify(actor)))).toEqual(
      new Set([JSON.stringify({ kind: 'person', id: 'user_owner', name: 'Olivia Greene' })]),
    )
    expect(events[1]?.at).toBe(server.clock.now().toISOString())
  })

  it('has nothing about requests that change nothing', async () => {
    await add('one')
    const change = { params: ofLead('one'), query: { status: 'new', notes: 'Called' } } as const
    for (let times = 0; times < 3; times += 1) await call(server, setLeadStatus, change)
    await call(server, updateLead, { params: ofLead('one'), body: { budget: '500' } })
    expect((await history('one')).map(({ type }) => type)).toEqual(['created', 'note'])
  })

  it('cuts long values', async () => {
    await add('one')
    await call(server, updateLead, { params: ofLead('one'), body: { notes: 'x'.repeat(LIMITS.longText) } })
    const [, edited] = await history('one')
    expect(edited?.data).toEqual({ fields: { notes: { from: null, to: `${'x'.repeat(500)}…` } } })
  })

  it('cuts a long value before a character that it would divide', async () => {
    await add('one')
    const body = { notes: `${'x'.repeat(499)}🌱 and the rest` }
    expect((await call(server, updateLead, { params: ofLead('one'), body })).status).toBe(200)
    const edited = (await history('one')).at(-1)
    expect(edited?.data).toEqual({ fields: { notes: { from: null, to: `${'x'.repeat(499)}…` } } })
  })

  it('has automatic losses and their undo', async () => {
    await add('one')
    const { db, clock } = server.deps
    const later = new Date(clock().getTime() + 31 * 86_400_000)
    await markStaleLeads(db, clock(), later)
    await call(server, undoAutomaticLoss, { params, body: { automatic_at: clock().toISOString() } })
    expect(brief(await history('one')).slice(1)).toEqual([
      ['status', 'system', { from: 'new', to: 'lost', loss_reason: 'No activity for 30 days' }],
      ['status', 'person', { from: 'lost', to: 'new' }],
    ])
  })

  it('has the creation, corrections, and the call of a visitor', async () => {
    const session = await beginChat(server, FRESH)
    for (const message of ['Lawn mowing', 'Zoe Quill', '614-555-0173', '12 Elm Street, Columbus'])
      await sayInChat(server, session, message)
    await sayInChat(server, session, 'Mon, Nov 23, 8:00 AM')
    await sayInChat(server, session, 'Sorry, my number is 614-555-0199')
    await sayInChat(server, session, 'Please cancel my estimate call')
    const lead = await leadOfChat(server, FRESH, session)
    const start = lead?.booking_start_time
    const events = await history(lead?.id ?? '')
    expect(brief(events)).toEqual([
      ['created', 'visitor', {}],
      ['booked', 'visitor', { start }],
      ['status', 'system', { from: 'new', to: 'converted' }],
      [
        'edited',
        'visitor',
        {
          fields: {
            prospect_phone: { from: expect.stringContaining('0173'), to: expect.stringContaining('0199') },
          },
        },
      ],
      ['canceled', 'visitor', { start }],
      ['status', 'system', { from: 'converted', to: 'new' }],
    ])
    expect(lead?.answered_at).toBeNull()
  })

  it('is 404 for an unknown lead, and empty for no one else', async () => {
    await add('one')
    expect((await call(server, getActivity, { params: ofLead('none') })).status).toBe(404)
    const foreign = { orgId: RIVAL, leadId: 'one' }
    expect((await call(server, getActivity, { params: foreign, as: 'rival' })).status).toBe(404)
    expect((await call(server, getActivity, { params: ofLead('one'), as: 'rival' })).status).toBe(403)
  })

  it('is stored with its cause, or not at all, and goes with the lead', async () => {
    await add('one')
    const rows = () =>
      server.deps.db.selectFrom('lead_activity').select('id').where('lead_id', '=', 'one').execute()
    const refused = { params: ofLead('one'), body: { budget: '900', updated_at: '2020-01-01T00:00:00Z' } }
    expect((await call(server, updateLead, refused)).status).toBe(409)
    expect(await rows()).toHaveLength(1)
    await call(server, deleteLead, { params: ofLead('one') })
    expect(await rows()).toEqual([])
  })

  it('exists for every demo lead', async () => {
    const leads = (await call(server, listLeads, { params: { orgId: GREEN } })).body
    const types = new Set<string>()
    for (const { id } of leads.slice(0, 20)) {
      const { events } = (await call(server, getActivity, { params: { orgId: GREEN, leadId: id } })).body
      expect(events[0]).toMatchObject({ type: 'created', actor: { kind: 'visitor' } })
      for (const { type } of events) types.add(type)
    }
    expect([...types].toSorted()).toEqual(['booked', 'called', 'created', 'status'])
  })
})

describe('recording a call', () => {
  it('adds it to the history and marks the lead as answered', async () => {
    await add('one')
    expect(await answered('one')).toBeNull()
    const { status, body } = await call(server, recordCall, {
      params: ofLead('one'),
      body: { outcome: 'voicemail' },
    })
    const at = server.clock.now().toISOString()
    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'called', at, data: { outcome: 'voicemail' } })
    expect(body.actor).toEqual({ kind: 'person', id: 'user_owner', name: 'Olivia Greene' })
    expect((await history('one')).at(-1)).toEqual(body)
    expect(await answered('one')).toBe(at)
  })

  it('with the same id is one call, also at the same time', async () => {
    await add('one')
    const body = { id: 'call-1', outcome: 'answered' } as const
    const answers = await Promise.all(
      [1, 2, 3].map(() => call(server, recordCall, { params: ofLead('one'), body })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    server.clock.advance(1000)
    const late = await call(server, recordCall, {
      params: ofLead('one'),
      body: { ...body, outcome: 'voicemail' },
    })
    expect(late.body).toEqual(answers[0]?.body)
    expect((await history('one')).filter(({ type }) => type === 'called')).toHaveLength(1)
  })

  it('refuses the id of another lead’s call, and not that of another organization', async () => {
    await add('one')
    await add('two')
    const body = { id: 'call-1', outcome: 'answered' } as const
    await call(server, recordCall, { params: ofLead('one'), body })
    expect((await call(server, recordCall, { params: ofLead('two'), body })).status).toBe(409)
    const rivals = await call(server, createLead, { params: { orgId: RIVAL }, as: 'rival', body: {} })
    const theirs = { orgId: RIVAL, leadId: rivals.body.id }
    expect((await call(server, recordCall, { params: theirs, body, as: 'rival' })).status).toBe(200)
  })

  it.each([
    ['2020-01-01T00:00:00.000Z', 'created_at'],
    ['2099-01-01T00:00:00.000Z', 'now'],
  ])('counts %s as %s', async (at, expected) => {
    const created = server.clock.now().toISOString()
    await add('one')
    const { body } = await call(server, recordCall, {
      params: ofLead('one'),
      body: { outcome: 'answered', at },
    })
    expect(body.at).toBe(expected === 'now' ? server.clock.now().toISOString() : created)
  })

  it('keeps the first answer, and takes an earlier one', async () => {
    await add('one')
    const first = new Date(server.clock.now().getTime() - 30_000).toISOString()
    await call(server, updateLead, { params: ofLead('one'), body: { budget: '700' } })
    const changed = await answered('one')
    await call(server, recordCall, { params: ofLead('one'), body: { outcome: 'answered' } })
    expect(await answered('one')).toBe(changed)
    await call(server, recordCall, { params: ofLead('one'), body: { outcome: 'answered', at: first } })
    expect(await answered('one')).toBe(first)
  })

  it('is refused without an outcome, with an unknown one, and for an unknown lead', async () => {
    await add('one')
    const bad = { outcome: 'maybe' } as unknown as { outcome: 'answered' }
    expect((await call(server, recordCall, { params: ofLead('one'), body: bad })).status).toBe(400)
    const id = 'x'.repeat(101)
    expect(
      (await call(server, recordCall, { params: ofLead('one'), body: { outcome: 'answered', id } })).status,
    ).toBe(400)
    expect(
      (await call(server, recordCall, { params: ofLead('none'), body: { outcome: 'answered' } })).status,
    ).toBe(404)
  })

  it('keeps a lead from becoming lost', async () => {
    await add('one')
    const { db, clock } = server.deps
    server.clock.advance(20 * 86_400_000)
    await call(server, recordCall, { params: ofLead('one'), body: { outcome: 'answered' } })
    server.clock.advance(15 * 86_400_000)
    const lost = async () => {
      await markStaleLeads(db, clock(), clock())
      return (await call(server, listLeads, { params })).body[0].status
    }
    expect(await lost()).toBe('new')
    server.clock.advance(15 * 86_400_000)
    expect(await lost()).toBe('lost')
  })
})
