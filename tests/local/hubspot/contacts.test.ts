import { FilterOperatorEnum } from '@hubspot/api-client/lib/codegen/crm/contacts/index.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { connect, hubspotForTests, refusal } from './support.ts'

const hubspot = await hubspotForTests()
let { client } = await connect(hubspot.url)
beforeEach(async () => {
  client = (await connect(hubspot.url)).client
})
const contacts = () => client.crm.contacts
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
    const byEmail = await contacts().basicApi.getById(
      'PAT@example.com',
      undefined,
      undefined,
      undefined,
      false,
      'email',
    )
    expect(byEmail.id).toBe(id)
    await contacts().basicApi.archive(id)
    await expect(contacts().basicApi.getById(id)).rejects.toMatchObject(refusal(404))
    const archived = await contacts().basicApi.getById(id, undefined, undefined, undefined, true)
    expect(archived).toMatchObject({ id, archived: true })
    await contacts().basicApi.archive(id)
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
    expect((await contacts().basicApi.getPage()).results).toEqual([])
  })

  it('belongs to one account', async () => {
    const { id } = await add(PAT)
    const rival = (await connect(hubspot.url, 44_100_388)).client
    await expect(rival.crm.contacts.basicApi.getById(id)).rejects.toMatchObject({ code: 404 })
    await rival.crm.contacts.basicApi.create({ properties: PAT })
  })
})

describe('search', () => {
  const find = async (
    propertyName: string,
    operator: keyof typeof FilterOperatorEnum,
    more: { value?: string; values?: string[]; highValue?: string } = {},
  ) => {
    const filter = { propertyName, operator: FilterOperatorEnum[operator], ...more }
    const { results } = await contacts().searchApi.doSearch({ filterGroups: [{ filters: [filter] }] })
    return results.map(({ properties }) => properties.firstname)
  }

  it('filters', async () => {
    await add(PAT)
    await add({ firstname: 'Sam', lifecyclestage: 'lead', zip: '43004' })
    await add({ firstname: 'Ada', lifecyclestage: 'customer', zip: '43210' })
    expect(await find('email', 'Eq', { value: 'PAT@EXAMPLE.COM' })).toEqual(['Pat'])
    expect(await find('lifecyclestage', 'In', { values: ['lead', 'customer'] })).toEqual(['Sam', 'Ada'])
    expect(await find('lifecyclestage', 'NotIn', { values: ['lead'] })).toEqual(['Ada'])
    expect(await find('lifecyclestage', 'Neq', { value: 'lead' })).toEqual(['Ada'])
    expect(await find('zip', 'HasProperty')).toEqual(['Sam', 'Ada'])
    expect(await find('zip', 'NotHasProperty')).toEqual(['Pat'])
    expect(await find('zip', 'Gt', { value: '43004' })).toEqual(['Ada'])
    expect(await find('zip', 'Between', { value: '43000', highValue: '43100' })).toEqual(['Sam'])
    expect(await find('lastname', 'ContainsToken', { value: 'ngu*' })).toEqual(['Pat'])
    expect(await find('createdate', 'Lt', { value: String(Date.now() - 60_000) })).toEqual([])
    expect(await find('hs_searchable_calculated_phone_number', 'Eq', { value: '6145550134' })).toEqual([
      'Pat',
    ])
    const { results } = await contacts().searchApi.doSearch({ query: 'pat 614' })
    expect(results).toHaveLength(1)
    await expect(find('nothing', 'Eq', { value: 'x' })).rejects.toMatchObject({ code: 400 })
    await expect(find('email', 'Eq')).rejects.toMatchObject({ code: 400 })
  })

  it('sorts and pages up to 10,000 results', async () => {
    for (const firstname of ['B', 'C', 'A']) await add({ firstname })
    const page = await contacts().searchApi.doSearch({
      sorts: ['-firstname'],
      limit: 2,
      properties: ['firstname'],
    })
    expect(page.total).toBe(3)
    expect(page.results.map(({ properties }) => properties.firstname)).toEqual(['C', 'B'])
    const rest = await contacts().searchApi.doSearch({
      sorts: ['-firstname'],
      after: page.paging?.next?.after,
    })
    expect(rest.results.map(({ properties }) => properties.firstname)).toEqual(['A'])
    expect(rest.paging).toBeUndefined()
    await expect(contacts().searchApi.doSearch({ limit: 201 })).rejects.toMatchObject({ code: 400 })
    await expect(contacts().searchApi.doSearch({ limit: 200, after: '9900' })).rejects.toMatchObject({
      code: 400,
    })
  })

  it('knows a change only after a while if told so', async () => {
    await add(PAT)
    await hubspot.faults.tell({ fault: 'unindexed', times: 1, ms: 60_000 })
    expect(await find('email', 'Eq', { value: 'pat@example.com' })).toEqual([])
    expect(await find('email', 'Eq', { value: 'pat@example.com' })).toEqual(['Pat'])
  })
})

it('lists contacts in pages', async () => {
  for (let index = 0; index < 5; index += 1) await add({ firstname: `N${index}` })
  const first = await contacts().basicApi.getPage(2, undefined, ['firstname'])
  expect(first.results.map(({ properties }) => properties.firstname)).toEqual(['N0', 'N1'])
  expect(await contacts().getAll(2)).toHaveLength(5)
})

describe('a batch', () => {
  const inputs = ['a', 'b'].map((name) => ({ properties: { email: `${name}@example.com` } }))

  it('is created whole or not at all', async () => {
    const { results, status } = await contacts().batchApi.create({ inputs })
    expect(status).toBe('COMPLETE')
    expect(results).toHaveLength(2)
    const more = [{ properties: { email: 'c@example.com' } }, ...inputs]
    await expect(contacts().batchApi.create({ inputs: more })).rejects.toMatchObject({ code: 409 })
    expect((await contacts().basicApi.getPage()).results).toHaveLength(2)
  })

  it('is read, with what is missing', async () => {
    await contacts().batchApi.create({ inputs })
    const read = await contacts().batchApi.read({
      idProperty: 'email',
      properties: ['email'],
      propertiesWithHistory: [],
      inputs: [{ id: 'a@example.com' }, { id: 'z@example.com' }],
    })
    expect(read.results.map(({ properties }) => properties.email)).toEqual(['a@example.com'])
    expect(read).toMatchObject({ numErrors: 1, errors: [{ context: { ids: ['z@example.com'] } }] })
  })

  it('is updated, upserted, and archived', async () => {
    const { results } = await contacts().batchApi.create({ inputs })
    const [a, b] = results.map(({ id }) => id)
    await contacts().batchApi.update({ inputs: [{ id: String(a), properties: { firstname: 'Ann' } }] })
    const upserted = await contacts().batchApi.upsert({
      inputs: ['b', 'c'].map((name) => ({
        id: `${name}@example.com`,
        idProperty: 'email',
        properties: { firstname: name },
      })),
    })
    expect(upserted.results.map(({ _new }) => _new)).toEqual([false, true])
    expect(upserted.results[0]?.id).toBe(b)
    await contacts().batchApi.archive({ inputs: [{ id: String(a) }] })
    const left = await contacts().basicApi.getPage()
    expect(left.results.map(({ properties }) => properties.firstname)).toEqual(['b', 'c'])
    const twice = [
      { id: String(b), properties: {} },
      { id: String(b), properties: {} },
    ]
    await expect(contacts().batchApi.update({ inputs: twice })).rejects.toMatchObject({ code: 400 })
  })
})

it('merges two contacts into a new one, which answers for both', async () => {
  const { id: primary } = await add({ ...PAT, city: 'Dublin' })
  const { id: other } = await add({ email: 'p.nguyen@example.com', firstname: 'P.', zip: '43017' })
  const merged = await contacts().basicApi.merge({ primaryObjectId: primary, objectIdToMerge: other })
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
