import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  DEFAULT_FIELD_MAP,
  type FieldMap,
  listHubspotProperties,
  listHubspotTransfers,
  updateHubspotFields,
} from '../../../src/contract/hubspot.ts'
import { createLead, listLeads, updateLead } from '../../../src/contract/leads.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { startHubspotServer } from '../../support/hubspot.ts'

const server = await startHubspotServer()
afterAll(() => server.close())
beforeEach(async () => {
  await clear(server, FRESH)
  await server.hubspot.clear()
  await server.connect(FRESH)
  server.clock.advance(60_000)
})

const params = { orgId: FRESH }
const account = () => server.hubspot.account()
const list = async () => (await call(server, listHubspotProperties, { params })).body
const save = (map: Partial<FieldMap>) =>
  call(server, updateHubspotFields, { params, body: { ...DEFAULT_FIELD_MAP, ...map } })
const define = (name: string, more: object = {}) =>
  account().properties.create('contacts', {
    ...{ name, label: `Our ${name}`, groupName: 'contactinformation', type: 'string', fieldType: 'text' },
    ...more,
  } as Parameters<ReturnType<typeof account>['properties']['create']>[1])

const ALL = ['address', 'status', 'service', 'property_size', 'timeline', 'budget']

describe('the contact properties of an account', () => {
  it('are those that can be written and fit a field, by label', async () => {
    define('garden')
    define('plot', { type: 'number', fieldType: 'number' })
    const option = (value: string) => ({ label: value, value, hidden: false, displayOrder: 0 })
    const choice = { type: 'enumeration', fieldType: 'select' }
    define('stage', { ...choice, options: ['NEW', 'OPEN_DEAL', 'UNQUALIFIED', 'MORE'].map(option) })
    define('color', { ...choice, options: ['RED'].map(option) })
    define('number_plate', { hasUniqueValue: true })
    define('secret', { hidden: true })
    const { properties, problem } = await list()
    expect(problem).toBeNull()
    const names = properties.map(({ id }: { id: string }) => id)
    expect(names).toEqual(
      expect.arrayContaining(['address', 'city', 'garden', 'hs_lead_status', 'message', 'stage']),
    )
    for (const name of ['email', 'firstname', 'createdate', 'plot', 'color', 'number_plate', 'secret'])
      expect(names).not.toContain(name)
    expect(names).not.toContain('hubspot_owner_id')
    expect(properties).toContainEqual({ id: 'garden', label: 'Our garden', fields: ALL })
    expect(properties).toContainEqual({ id: 'hs_lead_status', label: 'Lead status', fields: ['status'] })
    const labels = properties.map(({ label }: { label: string }) => label)
    expect(labels).toEqual(labels.toSorted((a: string, b: string) => a.localeCompare(b, 'en')))
  })

  it('are kept for a minute, and then HubSpot says why it does not tell', async () => {
    const first = await list()
    await server.hubspot.faults.tell({ fault: 'down' })
    server.clock.advance(59_000)
    expect(await list()).toEqual(first)
    server.clock.advance(1_000)
    expect(await list()).toEqual({ properties: [], problem: expect.stringContaining('HubSpot') })
  })

  it('can be chosen only if they are there and fit', async () => {
    await list()
    const { status, body } = await save({ service: 'garden' })
    const message = 'Service interest: HubSpot has no contact property “garden” that can hold it'
    expect([status, body.message, body.details]).toEqual([400, message, [{ path: 'service', message }]])
    expect((await save({ budget: 'lastmodifieddate' })).status).toBe(400)
    define('garden')
    expect((await save({ service: 'garden' })).status).toBe(200)
  })

  it('can be any while HubSpot does not tell', async () => {
    await server.hubspot.faults.tell({ fault: 'down' })
    expect((await save({ service: 'garden' })).status).toBe(200)
  })
})

describe('a property that is deleted at HubSpot', () => {
  it('erases no value of leads, is named in the log, and is replaced by another', async () => {
    define('garden')
    await save({ service: 'garden' })
    const body = { prospect_name: 'Ann', prospect_phone: '212-555-0100', service_interest: 'Mowing' }
    const leadId = (await call(server, createLead, { params, body })).body.id as string
    await server.drain(FRESH)
    const contact = () => Object.fromEntries(account().list('contacts')[0]?.values ?? [])
    expect(contact()).toMatchObject({ garden: 'Mowing' })

    account().properties.archive('contacts', 'garden')
    const service = async () =>
      (await call(server, listLeads, { params })).body.map(
        (lead: { service_interest: string }) => lead.service_interest,
      )
    await call(server, updateLead, { params: { ...params, leadId }, body: { prospect_name: 'Ann Lee' } })
    await server.drain(FRESH)
    expect(await service()).toEqual(['Mowing'])
    expect(contact()).toMatchObject({ lastname: 'Lee' })

    await call(server, updateLead, { params: { ...params, leadId }, body: { service_interest: 'Hedges' } })
    await server.drain(FRESH)
    expect(await service()).toEqual(['Hedges'])
    const { transfers } = (await call(server, listHubspotTransfers, { params })).body
    expect(transfers[0]).toMatchObject({
      kind: 'contact_updated',
      status: 'failed',
      detail: 'HubSpot has no property “garden” any more. Choose another one under Fields',
    })

    await save({ service: 'message' })
    await server.drain(FRESH)
    expect(contact()).toMatchObject({ message: 'Hedges' })
  })
})
