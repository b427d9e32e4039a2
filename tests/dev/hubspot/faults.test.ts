import { expect, it } from 'vitest'
import { connect, hubspotForTests, refusal } from './support.ts'

const { url } = await hubspotForTests()
const tell = (order: object) =>
  fetch(`${url}/fault`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  })

it('does what it is told, as often as it is told, for whom it is told', async () => {
  const { client } = await connect(url)
  const list = () => client.crm.contacts.basicApi.getPage()
  expect((await tell({ fault: 'limited', times: 1, ms: 7_000 })).status).toBe(204)
  const limited = await list().catch((error) => error)
  expect(limited).toMatchObject(refusal(429, { policyName: 'TEN_SECONDLY_ROLLING', errorType: 'RATE_LIMIT' }))
  expect(limited.headers['retry-after']).toBe('7')
  await list()
  await tell({ fault: 'revoked' })
  await expect(list()).rejects.toMatchObject(refusal(401, { category: 'INVALID_AUTHENTICATION' }))
  await tell({ fault: 'down' })
  await expect(list()).rejects.toMatchObject(refusal(503))
  await tell({ fault: 'html' })
  const html = await list().catch((error) => error)
  expect(html.code).toBe(502)
  expect(html.body).toContain('<h1>502 Bad Gateway</h1>')
  await tell({ fault: 'expired', times: 1 })
  await expect(list()).rejects.toMatchObject(refusal(401, { category: 'EXPIRED_AUTHENTICATION' }))
  await tell({ fault: 'down', to: 'oauth' })
  await list()
  expect((await fetch(`${url}/oauth/v1/token`, { method: 'POST' })).status).toBe(503)
  await tell({ fault: 'down', to: '44100388' })
  await list()
  await tell({ fault: 'slow', times: 1, ms: 1 })
  await list()
  expect(await (await fetch(`${url}/fault`)).json()).toEqual({ fault: null })
  await tell({ fault: null })
  expect((await tell({ fault: 'explode' })).status).toBe(400)
})

it.each([
  ['objects/contacts', { properties: {}, associations: [{ to: null }] }],
  ['objects/contacts/search', { filterGroups: [{ filters: [null] }] }],
  ['objects/contacts/search', { filterGroups: 5 }],
  ['objects/contacts/batch/create', { inputs: [null] }],
  ['objects/contacts/batch/read', { inputs: [{}] }],
  ['objects/contacts/batch/read', {}],
  ['objects/contacts', 'text'],
])('refuses to take %s of %j', async (path, body) => {
  const { tokens } = await connect(url)
  const answer = await fetch(`${url}/crm/v3/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokens.access_token}` },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ status: 'error', category: 'VALIDATION_ERROR' })
})
