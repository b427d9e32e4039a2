import { beforeEach, describe, expect, it } from 'vitest'
import { createLead, listLeads, type NewLead } from '../../../src/contract/leads.ts'
import { call, clear, FRESH } from '../../support/api.ts'
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
