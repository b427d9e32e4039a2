import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Talk } from '../../../server/model/client.ts'
import { getCheckPlan, playCheckChat } from '../../../src/contract/agent-check.ts'
import { createApiKey } from '../../../src/contract/api-keys.ts'

import { createLead } from '../../../src/contract/leads.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { eraseOrganizationData, exportOrganization } from '../../../src/contract/privacy.ts'
import { getProfile, putProfile } from '../../../src/contract/profile.ts'
import { draftReply } from '../../../src/contract/saved-replies.ts'
import { getWidgetConfig } from '../../../src/contract/widget.ts'
import { call, clear, FRESH, GREEN, RIVAL, send } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { startHubspotServer } from '../../support/hubspot.ts'
import { modelAnswer, sentence } from '../../support/model-answer.ts'
import { columnsContaining } from '../../support/search-tables.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, readChat, sayInChat } from '../../support/visitor.ts'
import { startWebhookServer } from '../../support/webhooks.ts'

const SECRET = 'ZEBRA-9081'
const NOTES = `The walk-away price for ${SECRET} is $38.\n\nMowing is $39 for ${SECRET}.`
const params = { orgId: FRESH }

const server = await sharedServer()
beforeEach(() => clear(server, FRESH))

const store = (body: object, target: typeof server = server) => call(target, putProfile, { params, body })

describe('private notes', () => {
  it('are for every member, and change alone', async () => {
    expect((await call(server, getProfile, { params })).body.private_notes).toBeNull()
    expect((await store({ pricing_notes: 'From $45', private_notes: NOTES })).body.private_notes).toBe(NOTES)
    expect((await store({ phone: '1' })).body).toMatchObject({
      private_notes: NOTES,
      pricing_notes: 'From $45',
    })
    expect((await call(server, getProfile, { params })).body.private_notes).toBe(NOTES)
    expect((await call(server, getProfile, { params, as: 'rival' })).status).toBe(403)
    expect((await store({ private_notes: null })).body.private_notes).toBeNull()
  })

  it.each([
    ['x'.repeat(LIMITS.longText + 1), `Must be at most ${LIMITS.longText} characters`],
    [12, 'private_notes is not valid'],
    [['x'], 'private_notes is not valid'],
    ['a\u0000b', expect.any(String)],
  ])('that are not valid are rejected, and the stored ones stay: %#', async (notes, message) => {
    await store({ private_notes: NOTES })
    const { status, body } = await store({ private_notes: notes, pricing_notes: 'lost?' })
    expect([status, body.details]).toEqual([400, [{ path: 'private_notes', message }]])
    expect((await call(server, getProfile, { params })).body).toMatchObject({
      private_notes: NOTES,
      pricing_notes: null,
    })
  })

  it('can be as long as other notes, and blank', async () => {
    const long = 'ü'.repeat(LIMITS.longText)
    expect((await store({ private_notes: long })).body.private_notes).toBe(long)
    expect((await store({ private_notes: ' \n ' })).status).toBe(200)
  })

  it('do not reach programs with an API key', async () => {
    await store({ private_notes: NOTES, pricing_notes: 'From $45' })
    const { body } = await call(server, createApiKey, {
      params,
      body: { name: 'Zapier', scopes: ['settings:read'] },
    })
    const headers = { Authorization: `Bearer ${body.token}` }
    const path = getProfile.path.replace(':orgId', FRESH)
    const read = await send(server, path, { as: null, headers })
    expect([read.status, read.body.pricing_notes]).toEqual([200, 'From $45'])
    expect(read.body).not.toHaveProperty('private_notes')
    const written = await send(server, path, { as: null, headers, method: 'PUT', body: '{"phone":"2"}' })
    expect([written.status, JSON.stringify(written.body)]).toEqual([403, expect.not.stringContaining(SECRET)])
  })

  it("are in the organization's own export, and erased with its data", async () => {
    await store({ private_notes: NOTES })
    const { body } = await call(server, exportOrganization, { params })
    expect(body.profiles).toMatchObject([{ fields: { private_notes: NOTES } }])
    const { body: others } = await call(server, exportOrganization, { params: { orgId: RIVAL }, as: 'rival' })
    expect(JSON.stringify(others)).not.toContain(SECRET)
    const { body: own } = await call(server, exportOrganization, { params: { orgId: GREEN } })
    expect(JSON.stringify(own)).not.toContain(SECRET)
    const { status } = await call(server, eraseOrganizationData, {
      params,
      body: { organization_name: 'Fresh Cut Co' },
    })
    expect(status).toBe(204)
    expect(await columnsContaining(server.deps.db, SECRET)).toEqual([])
  })

  it('are not known to the agent, its model, or its drafts, and not shown to visitors', async () => {
    await store({ private_notes: NOTES, pricing_notes: 'Mowing is $45 a visit.' })
    const asked: Talk['messages'][number][] = []
    const model = async ({ messages, schema }: Talk) => {
      asked.push(...messages, { role: 'user', content: JSON.stringify(schema) })
      return modelAnswer({ sentences: [sentence('Mowing is $45 a visit.', 'price.1')] })
    }
    const shown: unknown[] = []
    for (const used of [null, model]) {
      server.deps.model = used
      const session = await beginChat(server, FRESH)
      const visitor = ['How much is mowing?', 'What is your walk-away price?', 'Ada Byron', '614-555-0188']
      for (const message of visitor) shown.push(await sayInChat(server, session, message))
      shown.push(session, await (await readChat(server, session)).json())
      const conversation = { ...params, conversationId: session.conversation_id }
      shown.push((await call(server, draftReply, { params: conversation })).body)
    }
    const { body: plan } = await call(server, getCheckPlan, { params })
    shown.push(
      plan,
      (await call(server, playCheckChat, { params: { ...params, chatId: plan.chats[0].id } })).body,
    )
    server.deps.model = null
    shown.push((await call(server, getWidgetConfig, { params: { org: FRESH }, as: null })).body)
    expect(JSON.stringify(asked)).toContain('Mowing is $45 a visit.')
    expect(JSON.stringify(shown)).toContain('Mowing is $45 a visit.')
    for (const each of [...shown, ...asked].map((value) => JSON.stringify(value)))
      expect(each).not.toMatch(/ZEBRA|\$3[89]/)
    expect(await columnsContaining(server.deps.db, SECRET)).toEqual(['profiles.fields'])
  })
})

describe('other companies', () => {
  it('do not get them through webhooks', async () => {
    const hooks = await startWebhookServer()
    onTestFinished(() => hooks.close())
    await store({ private_notes: NOTES }, hooks)
    await hooks.endpoint(FRESH)
    await call(hooks, createLead, { params, body: { prospect_name: 'Zoë Quill' } })
    await sayInChat(hooks, await beginChat(hooks, FRESH), 'I need a person to call me')
    await hooks.webhooks.look()
    await eventually(() => expect(hooks.receiver.received.length).toBeGreaterThan(0))
    expect(JSON.stringify(hooks.receiver.received)).not.toContain(SECRET)
    expect(await columnsContaining(hooks.deps.db, SECRET)).toEqual(['profiles.fields'])
  })

  it('do not get them through HubSpot', async () => {
    const crm = await startHubspotServer()
    onTestFinished(() => crm.close())
    await store({ private_notes: NOTES }, crm)
    expect(await crm.connect(FRESH)).toBe('connected')
    await call(crm, createLead, {
      params,
      body: { prospect_name: 'Zoë Quill', prospect_email: 'z@quill.test' },
    })
    await crm.drain(FRESH)
    const contacts = crm.hubspot.account().list('contacts')
    expect(contacts).toHaveLength(1)
    const held = ['contacts', 'deals', 'notes', 'meetings'].flatMap((type) =>
      crm.hubspot
        .account()
        .list(type as 'contacts')
        .map(({ values }) => [...values.values()]),
    )
    expect(JSON.stringify(held)).not.toContain(SECRET)
    expect(await columnsContaining(crm.deps.db, SECRET)).toEqual(['profiles.fields'])
  })
})
