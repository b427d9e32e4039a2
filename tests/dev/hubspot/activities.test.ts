import { AssociationTypes } from '@hubspot/api-client'
import { AssociationSpecAssociationCategoryEnum } from '@hubspot/api-client/lib/codegen/crm/associations/v4/index.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { connect, hubspotForTests, refusal } from './support.ts'

const hubspot = await hubspotForTests()
let { client } = await connect(hubspot.url)
let contactId = ''
beforeEach(async () => {
  client = (await connect(hubspot.url)).client
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
const linked = async (from: string, id: string, type: string) =>
  (await client.crm.associations.v4.basicApi.getPage(from, id, type)).results

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
    for (const [type, { id }] of Object.entries({ deals: deal, notes: note, meetings: meeting })) {
      expect((await linked('contacts', contactId, type)).map(({ toObjectId }) => toObjectId)).toEqual([id])
    }
    expect(await linked('notes', note.id, 'contacts')).toEqual([
      {
        toObjectId: contactId,
        associationTypes: [{ category: 'HUBSPOT_DEFINED', typeId: 202, label: undefined }],
      },
    ])
    const stored = hubspot.account().get('deals', deal.id)
    expect(hubspot.account().value(stored, 'pipeline')).toBe('default')
  })

  it('are refused with another type of association, an unknown contact, or without a time', async () => {
    await expect(addNote(AssociationTypes.meetingToContact)).rejects.toMatchObject(refusal(400))
    contactId = '1'
    await expect(addNote()).rejects.toMatchObject(refusal(404))
    const timeless = client.crm.objects.notes.basicApi.create({ properties: { hs_note_body: 'x' } })
    await expect(timeless).rejects.toMatchObject(refusal(400, { category: 'VALIDATION_ERROR' }))
    expect(hubspot.account().list('notes')).toEqual([])
  })

  it('follow a contact that is merged, and leave one that is archived', async () => {
    const note = await addNote()
    const account = hubspot.account()
    const author = { source: 'CRM_UI', sourceId: 'userId:1' } as const
    const other = account.create('contacts', { firstname: 'P.' }, [], author)
    const merged = account.merge('contacts', other.id, contactId, author)
    expect(await linked('notes', note.id, 'contacts')).toMatchObject([{ toObjectId: merged.id }])
    account.archive(merged, author)
    expect(await linked('notes', note.id, 'contacts')).toEqual([])
  })
})

it('lists properties, and keeps those that the account defines', async () => {
  const property = {
    ...{ name: 'plan', label: 'Plan', groupName: 'contactinformation' },
    ...{ type: 'enumeration', fieldType: 'select' },
    options: [{ label: 'New', value: 'new', hidden: false, displayOrder: 0 }],
  }
  const { properties } = hubspot.account()
  const define = () => properties.create('contacts', property as Parameters<typeof properties.create>[1])
  define()
  expect(define).toThrow('already exists')
  const { results } = await client.crm.properties.coreApi.getAll('contacts')
  const values = (name: string) =>
    results.find((each) => each.name === name)?.options.map(({ value }) => value)
  expect(values('lifecyclestage')).toContain('lead')
  expect(values('plan')).toEqual(['new'])
  const { basicApi } = client.crm.contacts
  await basicApi.update(contactId, { properties: { plan: 'new' } })
  await expect(basicApi.update(contactId, { properties: { plan: 'old' } })).rejects.toMatchObject(
    refusal(400),
  )
})
