import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LEADS_CHANGED } from '../../../server/activity/leads-changed.ts'
import {
  getHubspotConnection,
  getLeadInHubspot,
  listHubspotTransfers,
  retryHubspotTransfer,
  type Transfer,
} from '../../../src/contract/hubspot.ts'
import { createLead, type Lead, setLeadStatus, updateLead } from '../../../src/contract/leads.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { startHubspotServer } from '../../support/hubspot.ts'
import { beginChat, beginTest, leadOfChat, sayInChat } from '../../support/visitor.ts'

const server = await startHubspotServer()
afterAll(() => server.close())
beforeEach(async () => {
  await clear(server, FRESH)
  await server.deps.db.deleteFrom('hubspot_transfers').execute()
  await server.hubspot.clear()
})

const UI = { source: 'CRM_UI', sourceId: 'userId:1' } as const
const account = () => server.hubspot.account()
const contacts = () => account().list('contacts')
const values = () => contacts().map((record) => Object.fromEntries(record.values))

async function add(fields: object): Promise<Lead> {
  const answer = await call(server, createLead, { params: { orgId: FRESH }, body: fields as never })
  expect(answer.status).toBe(200)
  return answer.body
}
const edit = async (leadId: string, body: object) =>
  call(server, updateLead, { params: { orgId: FRESH, leadId }, body: body as never })
const lead = async (id: string) =>
  server.deps.db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const log = async (query: { only?: 'refused' } = {}): Promise<Transfer[]> =>
  (await call(server, listHubspotTransfers, { params: { orgId: FRESH }, query })).body.transfers
const state = async () => (await call(server, getHubspotConnection, { params: { orgId: FRESH } })).body
const kinds = async () => (await log()).map(({ kind, status }) => `${kind} ${status}`)
const inHubspot = async (leadId: string) =>
  (await call(server, getLeadInHubspot, { params: { orgId: FRESH, leadId } })).body
const retry = async (transfer: Transfer | undefined) =>
  call(server, retryHubspotTransfer, { params: { orgId: FRESH, transferId: transfer?.id ?? '' }, body: {} })

const ANN = { prospect_name: 'Ann Lee', prospect_email: 'Ann@example.com', prospect_phone: '(212) 555-0123' }

describe('tests', () => {
  const chat = async (begin: typeof beginChat) => {
    const session = await begin(server, FRESH)
    for (const text of ['Lawn mowing', 'Ann Lee', 'ann@example.com']) await sayInChat(server, session, text)
    return leadOfChat(server, FRESH, session)
  }

  it.each(['before', 'after'])('stay out of HubSpot, %s it is connected', async (when) => {
    if (when === 'after') await server.connect(FRESH)
    const test = await chat(beginTest)
    const visitor = await chat(beginChat)
    if (when === 'before') await server.connect(FRESH)
    await server.drain(FRESH)
    expect(contacts()).toHaveLength(1)
    expect(await inHubspot(test?.id ?? '')).toMatchObject({ url: null, problem: null })
    expect(await inHubspot(visitor?.id ?? '')).toMatchObject({ url: expect.any(String) })
    expect(await state()).toMatchObject({ leads: 1, in_hubspot: 1 })
  })
})

describe('leads at HubSpot', () => {
  it.each([
    ['Juan de la Cruz', { firstname: 'Juan', lastname: 'de la Cruz' }],
    ['Al Gore III', { firstname: 'Al', lastname: 'Gore III' }],
    ['Jane Doe, Esq.', { firstname: 'Jane', lastname: 'Doe, Esq.' }],
    ['Robert (Bob) Stone', { firstname: 'Robert (Bob)', lastname: 'Stone' }],
    ['Mrs. Robinson', { lastname: 'Mrs. Robinson' }],
    ['Lee, Ann', { firstname: 'Ann', lastname: 'Lee' }],
  ])('have the first and last name of %s, who keeps the name here', async (name, named) => {
    expect(await server.connect(FRESH)).toBe('connected')
    const { id } = await add({ ...ANN, prospect_name: name })
    await server.drain(FRESH)
    expect(values()).toMatchObject([named])
    await edit(id, { property_address: '1 Elm St' })
    await server.drain(FRESH)
    expect(values()).toMatchObject([{ ...named, address: '1 Elm St' }])
    expect(await lead(id)).toMatchObject({ prospect_name: name })
  })

  it('are created, and follow changes', async () => {
    expect(await server.connect(FRESH)).toBe('connected')
    const { id } = await add(ANN)
    await server.drain(FRESH)
    expect(values()).toMatchObject([
      { firstname: 'Ann', lastname: 'Lee', email: 'ann@example.com', hs_lead_status: 'NEW' },
    ])
    await edit(id, { property_address: '1 Elm St' })
    await call(server, setLeadStatus, {
      params: { orgId: FRESH, leadId: id },
      query: { status: 'converted' },
    })
    await server.drain(FRESH)
    expect(values()).toMatchObject([{ address: '1 Elm St', hs_lead_status: 'OPEN_DEAL' }])
    expect(account().list('deals')).toHaveLength(1)
    expect(await kinds()).toEqual([
      'deal done',
      'contact_updated done',
      'contact_created done',
      'connection done',
    ])
    const { url, synced_at } = await inHubspot(id)
    expect(url).toContain(contacts()[0]?.id)
    expect(synced_at).not.toBeNull()
  })

  it('are imported at the first connection, and compared at the next without duplicates', async () => {
    for (let index = 0; index < 45; index += 1) {
      await add({ prospect_name: `Lead ${index}`, prospect_email: `lead${index}@example.com` })
    }
    await server.connect(FRESH)
    expect(await state()).toMatchObject({ leads: 45, in_hubspot: 0, is_importing: true })
    await server.drain(FRESH)
    expect(await state()).toMatchObject({ leads: 45, in_hubspot: 45, is_importing: false, refused: 0 })
    await server.fetchApi('/api/v1/integrations/hubspot', {
      method: 'DELETE',
      headers: { 'X-Organization-ID': FRESH },
    })
    await server.connect(FRESH)
    await server.drain(FRESH)
    expect(contacts()).toHaveLength(45)
  })

  it('find the contact with their email, or else their phone number', async () => {
    account().create('contacts', { email: 'ann@example.com', firstname: 'Annie' }, [], UI)
    account().create('contacts', { phone: '+12125550199', firstname: 'Bob' }, [], UI)
    await server.connect(FRESH)
    await add(ANN)
    await add({ prospect_name: 'Bob Ray', prospect_phone: '212-555-0199' })
    await server.drain(FRESH)
    expect(values().map(({ firstname, lastname }) => `${firstname} ${lastname}`)).toEqual([
      'Ann Lee',
      'Bob Ray',
    ])
  })

  it('find a contact by its mobile number, also if it has another phone number', async () => {
    account().create(
      'contacts',
      { phone: '+12125550111', mobilephone: '+12125550199', firstname: 'Bob' },
      [],
      UI,
    )
    await server.connect(FRESH)
    await add({ prospect_name: 'Bob', prospect_phone: '212-555-0199' })
    await server.drain(FRESH)
    expect(contacts()).toHaveLength(1)
  })

  it('find the contact with their email as a secondary address, and leave both addresses alone', async () => {
    const known = { email: 'ann@work.example.com', firstname: 'Ann', lastname: 'Lee' }
    account().create(
      'contacts',
      { ...known, hs_additional_emails: 'a.lee@example.com;ann@example.com' },
      [],
      UI,
    )
    await server.connect(FRESH)
    const { id } = await add(ANN)
    await server.drain(FRESH)
    await edit(id, { property_address: '1 Elm St' })
    await server.drain(FRESH)
    expect(values()).toMatchObject([{ ...known, address: '1 Elm St', phone: '(212) 555-0123' }])
    expect(await lead(id)).toMatchObject({ prospect_email: 'Ann@example.com' })
    expect(await kinds()).not.toContain('contact_created ok')
  })

  it('find that contact from the conflict, too, if the search does not know it yet', async () => {
    account().create(
      'contacts',
      { email: 'ann@work.example.com', hs_additional_emails: 'ann@example.com' },
      [],
      UI,
    )
    await server.hubspot.faults.tell({ fault: 'unindexed', times: 1, ms: 60_000 })
    await server.connect(FRESH)
    await add({ prospect_name: 'Ann Lee', prospect_email: 'ann@example.com' })
    await server.drain(FRESH)
    expect(values()).toMatchObject([{ email: 'ann@work.example.com', lastname: 'Lee' }])
  })

  it.each(['jane@localhost', 'jane@example..com'])(
    'with the invalid email %s become contacts without it',
    async (email) => {
      await server.connect(FRESH)
      const { id } = await add({ prospect_name: 'Jane Doe', prospect_email: email })
      await add(ANN)
      await server.drain(FRESH)
      expect(values().map(({ firstname, email: theirs }) => [firstname, theirs ?? ''])).toEqual(
        expect.arrayContaining([
          ['Jane', ''],
          ['Ann', 'ann@example.com'],
        ]),
      )
      expect(await inHubspot(id)).toMatchObject({ url: expect.stringContaining('record'), problem: null })
      expect((await log()).find(({ lead_id }) => lead_id === id)?.detail).toBe(
        `Without ${email}, which HubSpot does not accept as an email address`,
      )
      await edit(id, { prospect_email: 'jane@example.com', property_address: '1 Elm St' })
      await server.drain(FRESH)
      expect(values()).toContainEqual(
        expect.objectContaining({ email: 'jane@example.com', address: '1 Elm St' }),
      )
    },
  )

  it('that are only an invalid email are refused, in words', async () => {
    await server.connect(FRESH)
    const { id } = await add({ prospect_email: 'jane@localhost' })
    await server.drain(FRESH)
    expect(contacts()).toEqual([])
    expect(await inHubspot(id)).toMatchObject({
      problem: 'HubSpot rejects the value of “email”: Email address jane@localhost is invalid',
    })
  })

  it('whose email becomes invalid keep the others in HubSpot, which the log says in words', async () => {
    await server.connect(FRESH)
    const { id } = await add(ANN)
    await server.drain(FRESH)
    await edit(id, { prospect_email: 'ann@localhost', property_address: '1 Elm St' })
    await server.drain(FRESH)
    expect(values()).toMatchObject([{ email: 'ann@example.com', address: '1 Elm St' }])
    expect((await log()).map(({ detail }) => detail)).toContain(
      'Without ann@localhost, which HubSpot does not accept as an email address',
    )
    expect(await lead(id)).toMatchObject({ prospect_email: 'ann@localhost' })
  })

  it('get a meeting if they are converted and their call is not over', async () => {
    await server.connect(FRESH)
    const book = async (name: string, status: string, hours: number) => {
      const { id } = await add({ prospect_name: name, prospect_email: `${name}@example.com` })
      const start = new Date(server.clock.now().getTime() + hours * 3_600_000)
      const booked = { booking_start_time: start, booking_status: 'CONFIRMED', status }
      await server.deps.db.updateTable('leads').set(booked).where('id', '=', id).execute()
    }
    await book('ahead', 'converted', 24)
    await book('over', 'converted', -24)
    await book('unsure', 'new', 48)
    await server.drain(FRESH)
    const meetings = account()
      .list('meetings')
      .map(({ values }) => values.get('hs_meeting_title'))
    expect(meetings).toEqual(['Estimate call with ahead'])
  })

  it('that share an email stay two contacts, unless they are the same person', async () => {
    await server.connect(FRESH)
    const office = { prospect_email: 'office@example.com' }
    await add({ ...office, prospect_name: 'Ann Lee', prospect_phone: '212-555-0101' })
    await add({ ...office, prospect_name: 'Bob Ray', prospect_phone: '212-555-0102' })
    await add({ ...office, prospect_name: 'Ann Lee', prospect_phone: '212-555-0103' })
    await server.drain(FRESH)
    expect(contacts()).toHaveLength(2)
    expect(
      values()
        .map(({ email }) => email ?? null)
        .sort(),
    ).toEqual([null, 'office@example.com'].sort())
  })

  it('without email and phone number are refused with a reason, until they have one', async () => {
    await server.connect(FRESH)
    const { id } = await add({ prospect_name: 'Nobody' })
    await server.drain(FRESH)
    expect(await inHubspot(id)).toMatchObject({
      url: null,
      problem: expect.stringContaining('neither email'),
    })
    await edit(id, { prospect_phone: '212-555-0100' })
    await server.drain(FRESH)
    expect(contacts()).toHaveLength(1)
    expect(await inHubspot(id)).toMatchObject({ problem: null })
  })

  it('that are not in HubSpot are listed once each, as long as they are not', async () => {
    await server.connect(FRESH)
    const { id: nobody } = await add({ prospect_name: 'Nobody' })
    const { id: deleted } = await add(ANN)
    const { id: fixed } = await add({ prospect_name: 'Somebody' })
    await server.drain(FRESH)
    await edit(nobody, { property_address: '2 Elm St' })
    await edit(fixed, { prospect_phone: '212-555-0100' })
    const [contact] = contacts()
    if (contact) account().archive(contact, UI)
    await server.drain(FRESH)
    const refused = await log({ only: 'refused' })
    expect(refused.map(({ lead_id }) => lead_id).sort()).toEqual([nobody, deleted].sort())
    expect((await state()).refused).toBe(2)
    await retry(refused.find(({ lead_id }) => lead_id === deleted))
    expect((await log({ only: 'refused' })).map(({ lead_id }) => lead_id)).toEqual([nobody])
  })
})

describe('changes at HubSpot', () => {
  it('reach the lead and open consoles, and are not sent back', async () => {
    await server.connect(FRESH)
    const { id } = await add(ANN)
    await server.drain(FRESH)
    const [contact] = contacts()
    if (!contact) throw new Error('No contact')
    server.clock.advance(60_000)
    account().update(contact, { hs_lead_status: 'UNQUALIFIED', phone: '212-555-0777' }, UI)
    const updates = () => server.hubspot.webhooks.deliveries.list().length
    const heard = vi.fn()
    const stop = server.deps.events.subscribe(FRESH, heard)
    await server.drain(FRESH)
    stop()
    expect(heard.mock.calls).toEqual([[LEADS_CHANGED]])
    expect(await lead(id)).toMatchObject({ status: 'lost', prospect_phone: '212-555-0777' })
    const after = updates()
    await server.drain(FRESH)
    expect(updates()).toBe(after)
    expect((await kinds())[0]).toBe('lead_updated done')
  })

  it('lose against newer ones here, and win against older ones', async () => {
    await server.connect(FRESH)
    const { id } = await add(ANN)
    await server.drain(FRESH)
    const [contact] = contacts()
    if (!contact) throw new Error('No contact')
    server.clock.advance(60_000)
    account().update(contact, { address: 'theirs, older', hs_lead_status: 'BAD_TIMING' }, UI)
    server.clock.advance(60_000)
    await edit(id, { property_address: 'ours, newer' })
    server.clock.advance(60_000)
    await server.drain(FRESH)
    expect(await lead(id)).toMatchObject({ property_address: 'ours, newer', status: 'lost' })
    expect(values()).toMatchObject([{ address: 'ours, newer', hs_lead_status: 'BAD_TIMING' }])
  })

  it('that delete the contact are kept until a retry', async () => {
    await server.connect(FRESH)
    const { id } = await add(ANN)
    await server.drain(FRESH)
    for (const contact of contacts()) account().archive(contact, UI)
    await server.drain(FRESH)
    await edit(id, { property_address: '2 Oak St' })
    await server.drain(FRESH)
    expect(contacts()).toHaveLength(0)
    expect(await inHubspot(id)).toMatchObject({ url: null, problem: 'The contact was deleted in HubSpot' })
    const failed = (await log()).find(({ status }) => status === 'failed')
    expect((await retry(failed)).body).toMatchObject({ status: 'retried' })
    expect((await retry(failed)).status).toBe(409)
    await server.drain(FRESH)
    expect(values()).toMatchObject([{ address: '2 Oak St' }])
  })

  it('that merge the contact are followed', async () => {
    await server.connect(FRESH)
    const { id } = await add(ANN)
    await server.drain(FRESH)
    const other = account().create('contacts', { email: 'ann.lee@work.example', firstname: 'Ann' }, [], UI)
    const survivor = account().merge('contacts', other.id, contacts()[0]?.id ?? '', UI)
    await server.drain(FRESH)
    expect((await inHubspot(id)).url).toContain(survivor.id)
    await edit(id, { property_address: '3 Ash St' })
    await server.drain(FRESH)
    expect(values()).toMatchObject([{ address: '3 Ash St' }])
  })
})

describe('an erased lead', () => {
  it('leaves no trace of its transfers here', async () => {
    await server.connect(FRESH)
    const { id } = await add(ANN)
    await server.drain(FRESH)
    await server.fetchApi(`/api/v1/organizations/${FRESH}/leads/${id}`, { method: 'DELETE' })
    const { db } = server.deps
    expect(await db.selectFrom('hubspot_links').selectAll().execute()).toEqual([])
    expect(JSON.stringify(await log())).not.toMatch(/ann/i)
    expect(await kinds()).toEqual(['connection done'])
  })
})
