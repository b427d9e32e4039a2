import { FilterOperatorEnum } from '@hubspot/api-client/lib/codegen/crm/contacts/index.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { connect, hubspotForTests, refusal } from './support.ts'

const hubspot = await hubspotForTests()
let { client } = await connect(hubspot.url)
beforeEach(async () => {
  client = (await connect(hubspot.url)).client
})
const contacts = () => client.crm.contacts
const account = () => hubspot.account()
const UI = { source: 'CRM_UI', sourceId: 'userId:1' } as const
const add = (properties: Record<string, string>) => contacts().basicApi.create({ properties })
const PAT = { email: 'Pat@Example.com', firstname: 'Pat', lastname: 'Nguyen', phone: '+1 (614) 555-0134' }

describe('a contact', () => {
  it('is created, read, changed, and archived', async () => {
    const { id, properties } = await add(PAT)
    expect(properties).toMatchObject({ email: 'pat@example.com', firstname: 'Pat' })
    await contacts().basicApi.update(id, { properties: { firstname: 'Patricia', lastname: '' } })
    const read = await contacts().basicApi.getById(
      id,
      ['firstname', 'lastname', 'phone', 'nothing'],
      ['firstname'],
    )
    expect(read.createdAt).toBeInstanceOf(Date)
    expect(read.properties).toMatchObject({ firstname: 'Patricia', lastname: null, hs_object_id: id })
    expect(read.properties).not.toHaveProperty('nothing')
    expect(read.propertiesWithHistory?.firstname?.map(({ value }) => value)).toEqual(['Patricia', 'Pat'])
    account().archive(account().get('contacts', id), UI)
    await expect(contacts().basicApi.getById(id)).rejects.toMatchObject(refusal(404))
    expect((await add(PAT)).id).not.toBe(id)
  })

  it('has an email address that no other has', async () => {
    const { id } = await add(PAT)
    const { id: other } = await add({ firstname: 'Sam' })
    const conflict = refusal(409, {
      category: 'CONFLICT',
      message: `Contact already exists. Existing ID: ${id}`,
    })
    await expect(add({ email: 'pat@example.com' })).rejects.toMatchObject(conflict)
    const update = contacts().basicApi.update(other, { properties: { email: 'PAT@example.com' } })
    await expect(update).rejects.toMatchObject(conflict)
  })

  it.each([
    ['nonsense', 'x', 'PROPERTY_DOESNT_EXIST'],
    ['email', 'not an address', 'INVALID_EMAIL'],
    ['email', 'jane@localhost', 'INVALID_EMAIL'],
    ['email', 'jane@example..com', 'INVALID_EMAIL'],
    ['email', 'jane.@example.com', 'INVALID_EMAIL'],
    ['lifecyclestage', 'friend', 'INVALID_OPTION'],
    ['hs_object_id', '5', 'READ_ONLY_VALUE'],
  ])('has no property %s of "%s"', async (name, value, code) => {
    const message = expect.stringMatching(/^Property values were not valid: \[\{"isValid":false/)
    await expect(add({ firstname: 'Pat', [name]: value })).rejects.toMatchObject(
      refusal(400, {
        category: 'VALIDATION_ERROR',
        message,
        errors: [expect.objectContaining({ code, context: { propertyName: [name] } })],
      }),
    )
    expect(account().list('contacts')).toEqual([])
  })

  it('belongs to one account', async () => {
    const { id } = await add(PAT)
    const rival = (await connect(hubspot.url, 44_100_388)).client
    await expect(rival.crm.contacts.basicApi.getById(id)).rejects.toMatchObject({ code: 404 })
    await rival.crm.contacts.basicApi.create({ properties: PAT })
  })
})

describe('search', () => {
  const find = async (propertyName: string, values: string[]) => {
    const filter = { propertyName, operator: FilterOperatorEnum.In, values }
    const { results } = await contacts().searchApi.doSearch({ filterGroups: [{ filters: [filter] }] })
    return results.map(({ properties }) => properties.firstname)
  }

  it('finds contacts that have one of the values', async () => {
    await add(PAT)
    await add({ firstname: 'Sam', phone: '614' })
    expect(await find('email', ['PAT@EXAMPLE.COM', 'sam@example.com'])).toEqual(['Pat'])
    expect(await find('phone', ['614', '615'])).toEqual(['Sam'])
    await add({
      email: 'kim@example.com',
      firstname: 'Kim',
      hs_additional_emails: 'k@example.com;kim@home.example.com',
    })
    expect(await find('email', ['k@example.com'])).toEqual([])
    expect(await find('hs_additional_emails', ['KIM@home.example.com'])).toEqual(['Kim'])
    await expect(find('nothing', ['x'])).rejects.toMatchObject({ code: 400 })
    await expect(find('email', [])).rejects.toMatchObject({ code: 400 })
  })

  it('knows a change only after a while if told so', async () => {
    await add(PAT)
    await hubspot.faults.tell({ fault: 'unindexed', times: 1, ms: 60_000 })
    expect(await find('email', ['pat@example.com'])).toEqual([])
    expect(await find('email', ['pat@example.com'])).toEqual(['Pat'])
  })
})

describe('a batch', () => {
  const inputs = ['a', 'b'].map((name) => ({ properties: { email: `${name}@example.com` } }))

  it('is created whole or not at all', async () => {
    const { results, status } = await contacts().batchApi.create({ inputs })
    expect(status).toBe('COMPLETE')
    expect(results).toHaveLength(2)
    const more = [{ properties: { email: 'c@example.com' } }, ...inputs]
    await expect(contacts().batchApi.create({ inputs: more })).rejects.toMatchObject({ code: 409 })
    const twice = Array(2).fill({ properties: { email: 'd@example.com' } })
    await expect(contacts().batchApi.create({ inputs: twice })).rejects.toMatchObject({ code: 409 })
    expect(account().list('contacts')).toHaveLength(2)
  })

  it('is read, with what is missing', async () => {
    const { results } = await contacts().batchApi.create({ inputs })
    const read = await contacts().batchApi.read({
      properties: ['email'],
      propertiesWithHistory: [],
      inputs: [{ id: String(results[0]?.id) }, { id: '1' }],
    })
    expect(read.results.map(({ properties }) => properties.email)).toEqual(['a@example.com'])
    expect(read).toMatchObject({ numErrors: 1, errors: [{ context: { ids: ['1'] } }] })
  })
})

it('merges two contacts into a new one, which answers for both', async () => {
  const { id: primary } = await add({ ...PAT, city: 'Dublin' })
  const { id: other } = await add({ email: 'p.nguyen@example.com', firstname: 'P.', zip: '43017' })
  const merged = account().merge('contacts', primary, other, UI)
  expect([primary, other]).not.toContain(merged.id)
  const names = ['email', 'firstname', 'city', 'zip', 'hs_additional_emails', 'hs_merged_object_ids']
  for (const id of [primary, other]) {
    const read = await contacts().basicApi.getById(id, names)
    expect(read).toMatchObject({
      id: merged.id,
      properties: {
        email: 'pat@example.com',
        firstname: 'Pat',
        city: 'Dublin',
        zip: '43017',
        hs_additional_emails: 'p.nguyen@example.com',
        hs_merged_object_ids: `${primary};${other}`,
      },
    })
  }
  await expect(add({ email: 'p.nguyen@example.com' })).rejects.toMatchObject({ code: 409 })
})
