import { beforeEach, describe, expect, it } from 'vitest'
import { createApiKey } from '../../../src/contract/api-keys.ts'
import { readInboxConversation } from '../../../src/contract/conversations.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { getProfile, putProfile } from '../../../src/contract/profile.ts'
import { call, clear, FRESH, send } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, sayInChat } from '../../support/visitor.ts'

const params = { orgId: FRESH }
const server = await sharedServer()
beforeEach(() => clear(server, FRESH))

const store = (body: object) => call(server, putProfile, { params, body })
const stored = async () => (await call(server, getProfile, { params })).body.services_spanish

describe('the Spanish names of services', () => {
  it('are none at first, change alone, and can be removed', async () => {
    expect(await stored()).toBeNull()
    const names = { 'Tree Services': 'Poda de árboles', 'Snow Removal': '' }
    expect((await store({ services_spanish: names, phone: '1' })).body.services_spanish).toEqual(names)
    expect((await store({ phone: '2' })).body.services_spanish).toEqual(names)
    await store({ services_spanish: { Mulching: 'Mantillo' } })
    expect(await stored()).toEqual({ Mulching: 'Mantillo' })
    await store({ services_spanish: null })
    expect(await stored()).toBeNull()
  })

  it('can be read with an API key', async () => {
    await store({ services_spanish: { Mulching: 'Mantillo' } })
    const { body } = await call(server, createApiKey, {
      params,
      body: { name: 'Zapier', scopes: ['settings:read'] },
    })
    const headers = { Authorization: `Bearer ${body.token}` }
    const read = await send(server, getProfile.path.replace(':orgId', FRESH), { as: null, headers })
    expect(read.body.services_spanish).toEqual({ Mulching: 'Mantillo' })
  })

  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`Service ${index}`, 'x']))

  it.each<[string, unknown]>([
    ['a text', 'x'],
    ['a name that is no text', { Mulching: 7 }],
    ['a missing name', { Mulching: null }],
    ['a long name', { Mulching: 'x'.repeat(LIMITS.line + 1) }],
    ['a long service', { ['x'.repeat(LIMITS.line + 1)]: 'x' }],
    ['too many', many(LIMITS.services + 1)],
    ['a character that no database stores', { Mulching: 'a\u0000b' }],
  ])('are rejected with %s, and the stored ones stay', async (_, names) => {
    await store({ services_spanish: { Mulching: 'Mantillo' } })
    expect((await store({ services_spanish: names, phone: '9' })).status).toBe(400)
    expect((await call(server, getProfile, { params })).body).toMatchObject({
      services_spanish: { Mulching: 'Mantillo' },
      phone: null,
    })
  })

  it('can be as many and as long as the services', async () => {
    expect((await store({ services_spanish: many(LIMITS.services) })).status).toBe(200)
    expect((await store({ services_spanish: { ['s'.repeat(500)]: 'ü'.repeat(500) } })).status).toBe(200)
  })

  it('cannot reach anything but themselves', async () => {
    const hostile = JSON.parse('{"services_spanish": {"__proto__": "Poda", "constructor": "Riego"}}')
    expect((await store(hostile)).status).toBe(200)
    await store({ services_offered: ['Mulching', 'toString'] })
    const session = await beginChat(server, FRESH)
    const { quick_replies } = await sayInChat(server, session, 'Hola, quisiera una cotización')
    expect(quick_replies).toEqual(['Mulching', 'toString'])
  })

  it('are what a Spanish chat shows and understands, and the lead has the owner’s name', async () => {
    await store({
      services_offered: ['Tree Services', 'Mulching', 'Edging'],
      services_spanish: { Mulching: 'Mantillo' },
    })
    const session = await beginChat(server, FRESH)
    const { quick_replies } = await sayInChat(server, session, 'Hola, quisiera una cotización')
    expect(quick_replies).toEqual(['Servicios de árboles', 'Mantillo', 'Edging'])
    const { messages } = await sayInChat(server, session, 'Mantillo')
    expect(messages.at(-1)?.content).toContain('Entendido: Mantillo.')
    await sayInChat(server, session, 'Ana Torres')
    await sayInChat(server, session, '614-555-0188')
    const lead = await leadOfChat(server, FRESH, session)
    expect(lead).toMatchObject({ service_interest: 'Mulching', prospect_name: 'Ana Torres' })
    // What the visitor wrote stays.
    const { body } = await call(server, readInboxConversation, {
      params: { ...params, conversationId: session.conversation_id },
    })
    expect(body.messages.map(({ content }: { content: string }) => content)).toContain('Mantillo')
  })
})
