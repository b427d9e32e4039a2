import { beforeEach, describe, expect, it } from 'vitest'
import {
  createLead,
  getLead,
  type LeadQuery,
  type LeadUpdate,
  listLeads,
  MOST_LIMITED,
  type NewLead,
  setLeadStatus,
  USUAL_LIMITED,
  updateLead,
} from '../../../src/contract/leads.ts'
import { call, clear, FRESH, RIVAL, send } from '../../support/api.ts'
import { makeApiKey } from '../../support/api-key.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const params = { orgId: FRESH }
const { headers } = await makeApiKey(server)

beforeEach(() => clear(server, FRESH))

const asKey = { params, as: null, headers }
const add = (body: NewLead) => call(server, createLead, { ...asKey, body })
const stored = async () => (await call(server, listLeads, { params })).body
const paths = ({ details }: { details: { path: string }[] }) => details.map(({ path }) => path)

describe('a lead that a program adds', () => {
  it.each<NewLead>([
    {},
    { status: 'converted' },
    { id: 'empty', contact_name: '', contact_email: ' ', prospect_phone: null },
    { notes: 'From the form' },
  ])('needs a name, an email address, or a phone number: %o', async (body) => {
    const answer = await add(body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/^A lead needs one of contact_name, /)
    expect(paths(answer.body)).toEqual(
      expect.arrayContaining(['contact_name', 'prospect_name', 'contact_email', 'contact_phone']),
    )
    expect(await stored()).toEqual([])
  })

  it.each<[NewLead, string[]]>([
    [{ contact_name: 'Ada', contact_email: 'ada' }, ['contact_email']],
    [{ contact_name: 'Ada', prospect_email: 'ada@localhost' }, ['prospect_email']],
    [{ contact_name: 'Ada', contact_phone: '12' }, ['contact_phone']],
    [{ contact_name: 'Ada', prospect_phone: 'none' }, ['prospect_phone']],
    [{ contact_email: '@', contact_phone: '614' }, ['contact_email', 'contact_phone']],
  ])('is refused with an address or number that cannot be one: %o', async (body, expected) => {
    const answer = await add(body)
    expect([answer.status, paths(answer.body)]).toEqual([400, expected])
    expect(await stored()).toEqual([])
  })

  it.each<NewLead>([
    { contact_name: 'Ada' },
    { prospect_email: 'ada@example.com', contact_phone: '' },
    { contact_phone: '(614) 555-0188 ext. 4' },
    { prospect_phone: '+44 20 7946 0958' },
  ])('is stored as sent, and answered with 201, also when repeated: %o', async (fields) => {
    const body = { id: 'form-1', ...fields }
    const first = await add(body)
    expect([first.status, first.body]).toEqual([201, expect.objectContaining(body)])
    const again = await add(body)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await stored()).toHaveLength(1)
  })

  it('is not changed to an address or number that cannot be one, but keeps those that a member entered', async () => {
    const { body: lead } = await call(server, createLead, { params, body: { contact_phone: 'ask Ann' } })
    const change = (body: LeadUpdate) =>
      call(server, updateLead, { ...asKey, params: { ...params, leadId: lead.id }, body })
    const refused = await change({ contact_email: 'ada', contact_phone: 'ask Bob' })
    expect([refused.status, paths(refused.body)]).toEqual([400, ['contact_email', 'contact_phone']])
    const accepted = await change({ contact_email: 'ada@example.com', contact_phone: 'ask Ann' })
    expect([accepted.status, accepted.body.contact_email]).toEqual([200, 'ada@example.com'])
    expect((await change({ contact_phone: '' })).status).toBe(200)
  })

  it('leaves what members add as it was', async () => {
    const body = { contact_phone: 'ask Ann' }
    expect((await call(server, createLead, { params, body })).status).toBe(200)
    expect((await call(server, createLead, { params, body: {} })).status).toBe(200)
  })
})

describe('a call by key', () => {
  it('refuses an Idempotency-Key, and says what to send instead', async () => {
    const body = { contact_name: 'Ada' }
    const repeatable = { ...headers, 'Idempotency-Key': '8e03978e' }
    const answer = await call(server, createLead, { ...asKey, headers: repeatable, body })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('`id`')])
    expect(await stored()).toEqual([])
    const read = await call(server, listLeads, { ...asKey, headers: repeatable })
    expect(read.status).toBe(200)
    const byMember = { params, headers: { 'Idempotency-Key': '8e03978e' }, body }
    expect((await call(server, createLead, byMember)).status).toBe(200)
  })
})

describe('a lead by its id', () => {
  it('is read by keys and members, and by nobody else', async () => {
    const { body: lead } = await add({ id: 'one', contact_name: 'Ada' })
    const leadParams = { ...params, leadId: 'one' }
    for (const caller of [{ as: null, headers }, {}]) {
      const answer = await call(server, getLead, { params: leadParams, ...caller })
      expect([answer.status, answer.body]).toEqual([200, lead])
    }
    const asRival = { params: { orgId: RIVAL, leadId: 'one' }, as: 'rival' } as const
    expect((await call(server, getLead, asRival)).status).toBe(404)
    expect((await call(server, getLead, { params: { ...params, leadId: 'two' } })).status).toBe(404)
  })
})

describe('the list for keys', () => {
  const find = async (query: LeadQuery) => (await call(server, listLeads, { ...asKey, query })).body
  const ids = ({ leads }: { leads: { id: string }[] }) => leads.map(({ id }) => id).sort()

  it.each(['6145550188', '(614) 555-0188', '+1 614.555.0188', '1-614-555-0188'])(
    'finds the phone number %s in any notation',
    async (phone) => {
      await add({ id: 'local', contact_phone: '614 555 0188' })
      await add({ id: 'whole', prospect_phone: '+16145550188 ext. 9' })
      await add({ id: 'longer', contact_phone: '+44 1614 555018' })
      await add({ id: 'other', contact_phone: '614 555 0189', contact_name: phone })
      expect(ids(await find({ phone }))).toEqual(['local', 'whole'])
    },
  )

  it('finds an email address in any case, and numbers of other countries', async () => {
    await add({ id: 'mail', contact_email: ' Ada@Example.com' })
    await add({ id: 'part', prospect_email: 'not-ada@example.com' })
    await add({ id: 'abroad', prospect_phone: '0044 20 7946 0958' })
    expect(ids(await find({ email: 'ADA@example.com' }))).toEqual(['mail'])
    expect(ids(await find({ phone: '+44 20 7946 0958' }))).toEqual(['abroad'])
    expect(ids(await find({ email: 'ada@example.com', phone: '+44 20 7946 0958' }))).toEqual([])
  })

  it.each([
    [{ phone: '12' }, 'phone'],
    [{ phone: '' }, 'phone'],
    [{ email: 'ada' }, 'email'],
    [{ limit: '0' }, 'limit'],
    [{ limit: String(MOST_LIMITED + 1) }, 'limit'],
  ])('refuses %o', async (query, path) => {
    const answer = await call(server, listLeads, { ...asKey, query })
    expect([answer.status, paths(answer.body)]).toEqual([400, [path]])
  })

  it('comes in parts of one shape, also with a filter, and contains each lead once', async () => {
    const count = USUAL_LIMITED + 5
    const now = server.clock.now()
    const lead = { organization_id: FRESH, source: 'manual', created_at: now, updated_at: now }
    const numbers = Array.from({ length: count }, (_, index) => index)
    await server.deps.db
      .insertInto('leads')
      .values(numbers.map((index) => ({ ...lead, id: `many-${index}`, status: index % 2 ? 'lost' : 'new' })))
      .execute()
    const read = async (query: LeadQuery) => {
      const parts = [await find(query)]
      while (['first', 'more'].includes(parts.at(-1).kind)) {
        parts.push(await find({ ...query, since: parts.at(-1).cursor }))
      }
      return parts
    }
    const all = await read({})
    expect(all.map(({ kind, total }) => [kind, total])).toEqual([
      ['first', count],
      ['changes', count],
    ])
    expect(all[0].leads).toHaveLength(USUAL_LIMITED)
    expect(new Set(all.flatMap(ids)).size).toBe(count)
    const lost = await read({ status: 'lost', limit: '20' })
    expect(lost.map(({ kind }) => kind)).toEqual(['first', 'more', 'changes'])
    expect(new Set(lost.flatMap(ids)).size).toBe(52)
    expect(lost.flatMap(ids)).toHaveLength(52)
    expect((await find({ status: 'lost', since: lost.at(-1).cursor })).message).toContain('since')
    expect(Object.keys(await find({ status: 'converted' })).sort()).toEqual(Object.keys(all[0]).sort())
  })

  it('refuses a parameter that it does not have, and names it', async () => {
    const list = `/api/v1/organizations/${FRESH}/leads`
    const ask = async (path: string, more: object) => send(server, path, { ...more })
    const refused = await ask(`${list}?page=2&status=new`, { as: null, headers })
    expect([refused.status, refused.body.message]).toEqual([400, 'There is no parameter page'])
    expect(paths(refused.body)).toEqual(['page'])
    expect((await ask(`${list}?page=2`, {})).status).toBe(200)
    const stats = await ask(`${list}/stats?status=new`, { as: null, headers })
    expect([stats.status, paths(stats.body)]).toEqual([400, ['status']])
    const status = { ...asKey, params: { ...params, leadId: 'none' }, query: { status: 'lost' as const } }
    expect((await call(server, setLeadStatus, status)).status).toBe(404)
  })
})
