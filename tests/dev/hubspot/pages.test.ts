import { beforeEach, expect, it } from 'vitest'
import type { Account } from '../../../dev/hubspot/account.ts'
import { connect, hubspotForTests } from './support.ts'

const hubspot = await hubspotForTests({ webhooks: { targetUrl: 'http://127.0.0.1:9', retriesMs: [] } })
const CONTACTS = '/contacts/44100021/objects/0-1/views/all/list'
const AUTHOR = { source: 'INTEGRATION', sourceId: '1' } as const
let account: Account
beforeEach(() => {
  account = hubspot.account()
})

const page = async (path: string) => (await fetch(hubspot.url + path)).text()
const post = (path: string, form: Record<string, string> = {}) =>
  fetch(hubspot.url + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
const recordOf = (id: string, type = '0-1') => `/contacts/44100021/record/${type}/${id}`
const sent = async () => {
  await hubspot.webhooks.settled()
  const deliveries: { events: object[] }[] = await (await fetch(`${hubspot.url}/deliveries.json`)).json()
  return deliveries.flatMap(({ events }) => events)
}

it('shows a contact with its deals, meetings, and notes', async () => {
  const contact = account.create('contacts', { firstname: '<Pat>', email: 'pat@example.com' }, [], AUTHOR)
  const deal = account.create('deals', { dealname: 'Mowing & edging', dealstage: 'closedwon' }, [], AUTHOR)
  const note = { hs_timestamp: '0', hs_note_body: '<p>Wants a <b>quote</b></p><script>alert(1)</script>' }
  const meeting = { hs_timestamp: '0', hs_meeting_title: 'Estimate call', hs_meeting_outcome: 'SCHEDULED' }
  for (const other of [
    deal,
    account.create('notes', note, [], AUTHOR),
    account.create('meetings', meeting, [], AUTHOR),
  ]) {
    account.associations.link(contact, other)
  }
  const text = await page(recordOf(contact.id))
  for (const part of ['&lt;Pat&gt;', 'Mowing &amp; edging', 'Wants a quote', 'Estimate call', 'SCHEDULED']) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('<script')
  expect(text).toContain(`href="${recordOf(deal.id, '0-3')}"`)
  expect(await page(recordOf(deal.id, '0-3'))).toContain('&lt;Pat&gt;')
  expect(await page(CONTACTS)).toContain('pat@example.com')
  expect(await page(`${CONTACTS}?q=nobody`)).toContain('0 records')
})

it('changes records as the user', async () => {
  await connect(hubspot.url)
  const created = await post(CONTACTS, {
    email: 'pat@example.com',
    firstname: 'Pat',
    lastname: '',
    phone: '',
  })
  const path = created.headers.get('location') ?? ''
  const [contact] = account.list('contacts')
  expect(path).toBe(recordOf(contact?.id ?? ''))
  await post(`${path}/properties`, { firstname: 'Patricia', lifecyclestage: 'customer' })
  expect((await sent()).map((event) => event)).toContainEqual(
    expect.objectContaining({
      propertyName: 'lifecyclestage',
      changeSource: 'CRM_UI',
      sourceId: 'userId:61200345',
    }),
  )
  const refused = await post(`${path}/properties`, { email: 'nonsense' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('Email address nonsense is invalid')
  const other = account.create('contacts', { lastname: 'N' }, [], AUTHOR)
  const merged = await post(`${path}/merge`, { other: other.id })
  const survivor = merged.headers.get('location') ?? ''
  const old = await fetch(hubspot.url + path, { redirect: 'manual' })
  expect(old.headers.get('location')).toBe(survivor)
  await post(`${survivor}/delete`)
  expect((await fetch(hubspot.url + survivor)).status).toBe(404)
  expect(account.list('contacts')).toEqual([])
})

it('uninstalls the app', async () => {
  const { client } = await connect(hubspot.url)
  expect(await page('/')).toContain('Uninstall Fieldhand')
  expect((await post('/connected-apps/44100021/uninstall')).status).toBe(303)
  expect(await page('/')).toContain('Fieldhand is not connected.')
  await expect(client.crm.contacts.basicApi.getPage()).rejects.toMatchObject({ code: 401 })
})

it('shows the webhooks that were sent', async () => {
  await connect(hubspot.url)
  account.create('contacts', { firstname: 'Pat' }, [], AUTHOR)
  await hubspot.webhooks.settled()
  const text = await page('/deliveries')
  expect(text).toContain('contact.creation')
  expect(text).toContain('no answer')
})
