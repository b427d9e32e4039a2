import { AssociationTypes } from '@hubspot/api-client'
import { AssociationSpecAssociationCategoryEnum } from '@hubspot/api-client/lib/codegen/crm/associations/v4/index.js'
import {
  PropertyCreateFieldTypeEnum,
  PropertyCreateTypeEnum,
} from '@hubspot/api-client/lib/codegen/crm/properties/index.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { connect, hubspotForTests, refusal } from './support.ts'

const hubspot = await hubspotForTests()
let { client, tokens } = await connect(hubspot.url)
let contactId = ''
beforeEach(async () => {
  ;({ client, tokens } = await connect(hubspot.url))
  contactId = (await client.crm.contacts.basicApi.create({ properties: { firstname: 'Pat' } })).id
})

const to = (id: string, associationTypeId: number) => ({
  to: { id },
  types: [{ associationCategory: AssociationSpecAssociationCategoryEnum.HubspotDefined, associationTypeId }],
})
const addNote = (associationTypeId: number = AssociationTypes.noteToContact) =>
  client.crm.objects.notes.basicApi.create({
    properties: { hs_timestamp: '1777896000000', hs_note_body: 'Wants a quote' },
    associations: [to(contactId, associationTypeId)] as never,
  })

describe('deals, notes, and meetings', () => {
  it('belong to a contact from the start', async () => {
    const note = await addNote()
    expect(note.properties.hs_timestamp).toBe('2026-05-04T12:00:00.000Z')
    const deal = await client.crm.deals.basicApi.create({
      properties: { dealname: 'Mowing', dealstage: 'appointmentscheduled', amount: '120' },
      associations: [to(contactId, AssociationTypes.dealToContact)] as never,
    })
    const meeting = await client.crm.objects.meetings.basicApi.create({
      properties: { hs_timestamp: '2026-05-05T15:00:00Z', hs_meeting_outcome: 'SCHEDULED' },
      associations: [to(contactId, AssociationTypes.meetingToContact)] as never,
    })
    const contact = await client.crm.contacts.basicApi.getById(
      contactId,
      [],
      [],
      ['deals', 'notes', 'meetings'],
    )
    expect(contact.associations).toMatchObject({
      deals: { results: [{ id: deal.id, type: 'contact_to_deal' }] },
      notes: { results: [{ id: note.id }] },
      meetings: { results: [{ id: meeting.id }] },
    })
    const ofContact = { propertyName: 'associations.contact', operator: 'EQ' as never, value: contactId }
    const found = await client.crm.deals.searchApi.doSearch({ filterGroups: [{ filters: [ofContact] }] })
    expect(found.results.map(({ id }) => id)).toEqual([deal.id])
    expect(found.results[0]?.properties.pipeline).toBe('default')
  })

  it('are refused with another type of association, an unknown contact, or without a time', async () => {
    await expect(addNote(AssociationTypes.meetingToContact)).rejects.toMatchObject(refusal(400))
    contactId = '1'
    await expect(addNote()).rejects.toMatchObject(refusal(404))
    const timeless = client.crm.objects.notes.basicApi.create({ properties: { hs_note_body: 'x' } })
    await expect(timeless).rejects.toMatchObject(refusal(400, { category: 'VALIDATION_ERROR' }))
    expect((await client.crm.objects.notes.basicApi.getPage()).results).toEqual([])
  })

  it('follow a contact that is merged, and leave one that is archived', async () => {
    const note = await addNote()
    const other = await client.crm.contacts.basicApi.create({ properties: { firstname: 'P.' } })
    const merged = await client.crm.contacts.basicApi.merge({
      primaryObjectId: other.id,
      objectIdToMerge: contactId,
    })
    const { basicApi } = client.crm.associations.v4
    const linked = async () => (await basicApi.getPage('notes', note.id, 'contacts')).results
    expect(await linked()).toEqual([
      {
        toObjectId: merged.id,
        associationTypes: [{ category: 'HUBSPOT_DEFINED', typeId: 202, label: undefined }],
      },
    ])
    await client.crm.contacts.basicApi.archive(merged.id)
    expect(await linked()).toEqual([])
  })
})

it('links and unlinks objects by version 4', async () => {
  const { basicApi, batchApi } = client.crm.associations.v4
  const deal = await client.crm.deals.basicApi.create({ properties: { dealname: 'Mowing' } })
  const ids = async () =>
    (await basicApi.getPage('contacts', contactId, 'deals')).results.map(({ toObjectId }) => toObjectId)
  await basicApi.createDefault('deals', deal.id, 'contacts', contactId)
  expect(await ids()).toEqual([deal.id])
  await basicApi.archive('contacts', contactId, 'deals', deal.id)
  expect(await ids()).toEqual([])
  await basicApi.create('deal', deal.id, 'contact', contactId, to(contactId, 3).types)
  expect(await ids()).toEqual([deal.id])
  await batchApi.archive('deals', 'contacts', {
    inputs: [{ _from: { id: deal.id }, to: [{ id: contactId }] }],
  })
  expect(await ids()).toEqual([])
  await batchApi.createDefault('deals', 'contacts', {
    inputs: [{ _from: { id: deal.id }, to: { id: contactId } }],
  })
  const read = await batchApi.getPage('contacts', 'deals', { inputs: [{ id: contactId }] })
  expect(read.results.map((each) => each.to.map(({ toObjectId }) => toObjectId))).toEqual([[deal.id]])
  await expect(
    basicApi.create('deal', deal.id, 'contact', contactId, to(contactId, 4).types),
  ).rejects.toMatchObject(refusal(400))
})

it('lists properties, and keeps those that the app defines', async () => {
  const { coreApi } = client.crm.properties
  const { results } = await coreApi.getAll('contacts')
  expect(results.find(({ name }) => name === 'lifecyclestage')?.options.map(({ value }) => value)).toContain(
    'lead',
  )
  const property = {
    name: 'fieldhand_status',
    label: 'Fieldhand status',
    type: PropertyCreateTypeEnum.Enumeration,
    fieldType: PropertyCreateFieldTypeEnum.Select,
    groupName: 'contactinformation',
    options: [{ label: 'New', value: 'new', hidden: false, displayOrder: 0 }],
  }
  await coreApi.create('contacts', property)
  await expect(coreApi.create('contacts', property)).rejects.toMatchObject(refusal(409))
  const { basicApi } = client.crm.contacts
  await basicApi.update(contactId, { properties: { fieldhand_status: 'new' } })
  await expect(basicApi.update(contactId, { properties: { fieldhand_status: 'old' } })).rejects.toMatchObject(
    refusal(400),
  )
  await expect(coreApi.getByName('contacts', 'nothing')).rejects.toMatchObject(refusal(404))
})

it('keeps values unique if told so', async () => {
  await client.crm.properties.coreApi.create('contacts', {
    name: 'fieldhand_lead',
    label: 'Fieldhand lead',
    type: PropertyCreateTypeEnum.String,
    fieldType: PropertyCreateFieldTypeEnum.Text,
    groupName: 'contactinformation',
    hasUniqueValue: true,
  })
  const { basicApi, batchApi } = client.crm.contacts
  await basicApi.update(contactId, { properties: { fieldhand_lead: 'lead_1' } })
  await expect(basicApi.create({ properties: { fieldhand_lead: 'lead_1' } })).rejects.toMatchObject(
    refusal(400, { message: expect.stringContaining(`${contactId} already has that value.`) }),
  )
  const inputs = ['lead_1', 'lead_2'].map((id) => ({
    id,
    idProperty: 'fieldhand_lead',
    properties: { city: 'Dublin' },
  }))
  const { results } = await batchApi.upsert({ inputs })
  expect(results.map(({ _new }) => _new)).toEqual([false, true])
  const read = await basicApi.getById('lead_2', ['city'], undefined, undefined, false, 'fieldhand_lead')
  expect(read).toMatchObject({ id: results[1]?.id, properties: { city: 'Dublin' } })
  const twice = [{ properties: { fieldhand_lead: 'x' } }, { properties: { fieldhand_lead: 'x' } }]
  await expect(batchApi.create({ inputs: twice })).rejects.toMatchObject(refusal(409))
  expect((await basicApi.getPage()).results).toHaveLength(2)
})

it('tells of its pipelines, owners, and account', async () => {
  const pipelines = await client.crm.pipelines.pipelinesApi.getAll('deals')
  const [pipeline] = pipelines.results
  expect(pipeline).toMatchObject({ id: 'default', label: 'Sales Pipeline' })
  expect(pipeline?.stages.map(({ id }) => id)).toContain('closedwon')
  const owners = await client.crm.owners.ownersApi.getPage()
  expect(owners.results[0]).toMatchObject({ email: 'owner@fieldhand.test' })
  const details = await client.apiRequest({ path: '/account-info/v3/details' })
  expect(await details.json()).toMatchObject({ portalId: tokens.hub_id, timeZone: 'US/Eastern' })
})
