import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLead } from '../../../src/contract/leads.ts'
import type { Scope } from '../../../src/contract/scopes.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  type NewWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../../src/contract/webhooks.ts'
import { call, FRESH, GREEN } from '../../support/api.ts'
import { makeApiKey } from '../../support/api-key.ts'
import { eventually } from '../../support/eventually.ts'
import { startWebhookServer, type WebhookServer } from '../../support/webhooks.ts'

let server: WebhookServer
beforeAll(async () => {
  // The receiver checks the age of messages.
  server = await startWebhookServer({ now: new Date() })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('webhook_endpoints').execute()
  server.receiver.received.length = 0
})

const params = { orgId: FRESH }
const keyWith = async (...scopes: Scope[]) => ({
  as: null,
  headers: (await makeApiKey(server, scopes)).headers,
})
type Caller = Awaited<ReturnType<typeof keyWith>>
const add = (caller: Caller, more: Partial<NewWebhook> & { id?: string } = {}) =>
  call(server, createWebhook, {
    ...caller,
    params,
    body: { url: `${server.receiver.origin}/hook`, events: ['lead.created'], ...more },
  })

it('a program adds an endpoint, verifies what it gets with the secret, replaces it, and removes it', async () => {
  const key = await keyWith('webhooks:read', 'webhooks:write', 'leads:read')
  const added = await add(key, { id: 'mine' })
  expect([added.status, added.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)])
  expect((await add(key, { id: 'mine' })).body.secret).toBe(added.body.secret)
  await call(server, createLead, { params, body: { contact_name: 'Ada' } })
  await server.webhooks.look()
  await eventually(() => expect(server.receiver.received).toHaveLength(1))
  const [message] = server.receiver.received
  const verified = new Webhook(added.body.secret).verify(
    message?.body ?? '',
    message?.headers as Record<string, string>,
  )
  expect(verified).toMatchObject({ type: 'lead.created', data: { lead: { contact_name: 'Ada' } } })

  const { body: listed } = await call(server, listWebhooks, { ...key, params })
  expect(listed).toMatchObject([{ id: 'mine', secret: null }])
  const one = { ...key, params: { ...params, webhookId: 'mine' } }
  const { body: replaced } = await call(server, rotateWebhookSecret, one)
  expect(replaced.secret).toMatch(/^whsec_/)
  expect(replaced.secret).not.toBe(added.body.secret)
  expect((await call(server, testWebhook, one)).body).toMatchObject({ status: 'delivered' })
  expect((await call(server, deleteWebhook, one)).status).toBe(204)
  expect((await call(server, listWebhooks, { ...key, params })).body).toEqual([])
})

it('a program receives only events whose data it may read', async () => {
  const key = await keyWith('webhooks:write', 'conversations:read')
  for (const event of ['lead.created', 'booking.confirmed'] as const) {
    const refused = await add(key, { events: ['conversation.needs_person', event] })
    expect([refused.status, refused.body.message]).toEqual([403, 'This API key needs the scope leads:read'])
  }
  expect((await add(key, { id: 'talks', events: ['conversation.needs_person'] })).status).toBe(201)
  const { id } = await server.endpoint(FRESH)
  const change = (webhookId: string, body: object) =>
    call(server, updateWebhook, { ...key, params: { ...params, webhookId }, body })
  const elsewhere = { url: `${server.receiver.origin}/elsewhere` }
  expect((await change(id, elsewhere)).body.code).toBe('missing_scope')
  expect((await change('talks', { events: ['lead.updated'] })).body.code).toBe('missing_scope')
  expect((await change('talks', elsewhere)).body).toMatchObject({ ...elsewhere, secret: null })
  const stored = await server.deps.db.selectFrom('webhook_endpoints').select(['id', 'url']).execute()
  expect(stored.find((each) => each.id === id)?.url).toBe(`${server.receiver.origin}/hook`)
})

it("an endpoint of a program belongs to the key's creator and organization", async () => {
  await add(await keyWith('webhooks:write', 'leads:read'), { id: 'theirs' })
  const stored = await server.deps.db.selectFrom('webhook_endpoints').select('created_by').execute()
  expect(stored).toEqual([{ created_by: 'user_owner' }])
  const headers = (await makeApiKey(server, ['webhooks:write', 'leads:read'], { orgId: GREEN })).headers
  const other = { as: null, headers, params: { orgId: GREEN, webhookId: 'theirs' } } as const
  expect((await call(server, deleteWebhook, other)).status).toBe(404)
  expect((await call(server, rotateWebhookSecret, other)).status).toBe(404)
})
