import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { callHubspot } from '../../../server/hubspot/connection.ts'
import { linkContacts, mergeContacts, type Work } from '../../../server/hubspot/contacts.ts'
import { nextDue, readActive } from '../../../server/hubspot/links.ts'
import { DEFAULT_FIELD_MAP, updateHubspotFields } from '../../../src/contract/hubspot.ts'
import { deleteHubspot } from '../../../src/contract/integrations.ts'
import { createLead, updateLead } from '../../../src/contract/leads.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { startHubspotServer } from '../../support/hubspot.ts'

const server = await startHubspotServer()
afterAll(() => server.close())
beforeEach(async () => {
  await clear(server, FRESH)
  await server.hubspot.clear()
  await server.connect(FRESH)
})

const params = { orgId: FRESH }
const ADDRESS = '1 Elm St'
const ANN = { prospect_name: 'Ann', prospect_phone: '212-555-0100', property_address: ADDRESS }
const add = async () => (await call(server, createLead, { params, body: ANN })).body.id as string
const toCity = () =>
  call(server, updateHubspotFields, { params, body: { ...DEFAULT_FIELD_MAP, address: 'city' } })
const contact = () => Object.fromEntries(server.hubspot.account().list('contacts')[0]?.values ?? [])
const address = async () => {
  const leads = server.deps.db.selectFrom('leads').where('organization_id', '=', FRESH)
  return (await leads.select('property_address').executeTakeFirstOrThrow()).property_address
}

/** Transfers what is due, and has the owner change the field map just before one of the calls to HubSpot. */
async function transferWhileMapChanges(transfer: typeof mergeContacts | typeof linkContacts, before: number) {
  const { db, clock } = server.deps
  const active = await readActive(db, FRESH, clock())
  if (!active) throw new Error('No connection')
  let calls = 0
  const work: Work = {
    ...active,
    deps: server.deps,
    async call(use) {
      calls += 1
      if (calls === before) expect((await toCity()).status).toBe(200)
      return callHubspot(server.deps, FRESH, use)
    },
  }
  await transfer(work, await nextDue(db, FRESH, clock(), 20), async (_, error) => {
    throw error
  })
  expect(calls).toBeGreaterThanOrEqual(before)
}

describe('a field whose property changes', () => {
  it.each([
    ['read', 1],
    ['written', 2],
  ])('while the contact is %s keeps its value', async (_, before) => {
    const leadId = await add()
    await server.drain(FRESH)
    expect(contact()).toMatchObject({ address: ADDRESS })
    const body = { prospect_name: 'Ann Lee' }
    await call(server, updateLead, { params: { ...params, leadId }, body })
    await transferWhileMapChanges(mergeContacts, before)
    await server.drain(FRESH)
    expect(await address()).toBe(ADDRESS)
    expect(contact()).toMatchObject({ city: ADDRESS, lastname: 'Lee' })
  })

  it('while the contact is created keeps its value', async () => {
    await server.drain(FRESH)
    await add()
    await transferWhileMapChanges(linkContacts, 2)
    await server.drain(FRESH)
    expect(await address()).toBe(ADDRESS)
    expect(contact()).toMatchObject({ city: ADDRESS })
    expect(server.hubspot.account().list('contacts')).toHaveLength(1)
  })

  it('because of another connection keeps its value', async () => {
    await toCity()
    await add()
    await server.drain(FRESH)
    expect(contact()).toMatchObject({ city: ADDRESS })
    await call(server, deleteHubspot, { params: {}, headers: { 'X-Organization-ID': FRESH } })
    await server.connect(FRESH)
    await server.drain(FRESH)
    expect(await address()).toBe(ADDRESS)
    expect(contact()).toMatchObject({ address: ADDRESS })
  })
})

it('two changes from the same field map: the first stays', async () => {
  const change = (address: string) =>
    call(server, updateHubspotFields, {
      params,
      body: { ...DEFAULT_FIELD_MAP, address, read: DEFAULT_FIELD_MAP },
    })
  const answers = await Promise.all([change('city'), change('state')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const stored = answers.find(({ status }) => status === 200)?.body
  expect(answers.find(({ status }) => status === 409)?.body.details).toEqual({ current: stored })
})
