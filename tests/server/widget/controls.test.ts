import { beforeEach, describe, expect, it } from 'vitest'
import { createGuard } from '../../../server/http/auth.ts'
import { widgetRoutes } from '../../../server/widget/routes.ts'
import { VISITOR_LIMITS } from '../../../server/widget/visitor-limits.ts'
import { closeConversation } from '../../../src/contract/conversations.ts'
import { pathOf } from '../../../src/contract/endpoint.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import { type ChatSession, suggestAddresses } from '../../../src/contract/widget.ts'
import { call, FRESH } from '../../support/api.ts'
import { mapHost, suggestion } from '../../support/map-host.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, readChat, sayInChat, sendInChat } from '../../support/visitor.ts'
import { replyTo } from '../conversations/support.ts'

const host = await mapHost()
const server = await sharedServer({ config: { maps: host.config } })
let session: ChatSession

beforeEach(async () => {
  session = await beginChat(server, FRESH)
})

const say = (content: string) => sayInChat(server, session, content)
const read = async () => (await readChat(server, session)).json()
const UNTIL_ADDRESS = ['Lawn mowing', 'Cal', '614 555 0188']
const untilAddress = async () => {
  for (const message of UNTIL_ADDRESS) await say(message)
}

const requestOf = (text: unknown, { conversation_id, visitor_token }: ChatSession, token = visitor_token) =>
  [
    pathOf(suggestAddresses, { conversationId: conversation_id }),
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text }),
    },
  ] as const
async function suggest(text: unknown, token?: string) {
  const [path, init] = requestOf(text, session, token)
  const response = await server.fetchApi(path, { as: null, ...init })
  return { status: response.status, body: await response.json() }
}

describe('the form control', () => {
  it('follows the conversation, and is the same for who reads it again', async () => {
    expect(session).toMatchObject({ control: null, language: 'en' })
    expect(await say('Lawn mowing')).toMatchObject({ control: { kind: 'name' } })
    expect(await read()).toMatchObject({ control: { kind: 'name' }, language: 'en' })
    expect(await say('Cal')).toMatchObject({ control: { kind: 'phone_or_email' } })
    expect(await say('614 555 0188')).toMatchObject({ control: { kind: 'address', suggests: true } })
    expect(await say('12 Elm Street, Columbus')).toMatchObject({ control: null })
    expect((await read()).control).toBeNull()
  })

  it('is the same for a repeated message', async () => {
    const answers = []
    for (let time = 0; time < 2; time += 1)
      answers.push(await (await sendInChat(server, session, 'Lawn mowing', 'once')).json())
    expect(answers[1]).toEqual(answers[0])
    expect(answers[1].control).toEqual({ kind: 'name' })
  })

  it('is in the language of the visitor', async () => {
    expect(await say('Hola, necesito cortar el césped')).toMatchObject({
      control: { kind: 'name' },
      language: 'es',
    })
    expect((await read()).language).toBe('es')
  })

  it('is not shown while a person answers, nor in a closed chat', async () => {
    await say('Lawn mowing')
    await replyTo(server, session, 'Hi, Olivia here')
    expect(await read()).toMatchObject({ status: 'person', control: null })
    expect(await say('Hello')).toMatchObject({ control: null })
    session = await beginChat(server, FRESH)
    await say('Lawn mowing')
    await call(server, closeConversation, {
      params: { orgId: FRESH, conversationId: session.conversation_id },
    })
    expect(await read()).toMatchObject({ status: 'closed', control: null })
  })

  it('suggests no addresses without a map service', async () => {
    const { maps } = server.deps.config
    server.deps.config.maps = null
    try {
      await untilAddress()
      expect((await read()).control).toEqual({ kind: 'address', suggests: false })
    } finally {
      server.deps.config.maps = maps ?? null
    }
  })
})

describe('suggested addresses', () => {
  it('come from the map service, near the business, while the agent asks for one', async () => {
    const address = '2 Oak Street, Columbus, OH 43215'
    await call(server, putProfile, { params: { orgId: FRESH }, body: { address } })
    host.answer([suggestion('12 Elm Street')])
    expect(await suggest('12 Elm')).toEqual({ status: 200, body: { suggestions: [] } })
    await untilAddress()
    expect(host.requests).toEqual([])
    expect(await suggest(' 12 Elm ')).toEqual({
      status: 200,
      body: { suggestions: ['12 Elm Street, Columbus, Ohio 43215'] },
    })
    const query = host.requests[0]?.searchParams
    expect(query?.get('q')).toBe('12 Elm')
    expect(query?.get('proximity')).toMatch(/^-8\d\.\d+,\d\d\.\d+$/)
    expect(query?.get('session_token')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    for (const own of [session.conversation_id, session.visitor_token, 'Cal', '0188'])
      expect(host.requests[0]?.href).not.toContain(own)
    await replyTo(server, session, 'Hi, Olivia here')
    expect((await suggest('12 Elm')).body).toEqual({ suggestions: [] })
    expect(host.requests).toHaveLength(1)
  })

  it('are not requested for a text that is too short or too long, or a card number', async () => {
    await untilAddress()
    for (const text of ['12', ' 12 ', 'x'.repeat(257), 12]) expect((await suggest(text)).status).toBe(400)
    expect(await suggest('4111 1111 1111 1111')).toEqual({ status: 200, body: { suggestions: [] } })
    expect(host.requests).toEqual([])
  })

  it("need the visitor's token", async () => {
    const other = await beginChat(server, FRESH)
    expect((await suggest('12 Elm', other.visitor_token)).status).toBe(404)
  })

  it('are limited for each conversation and each network address', async () => {
    await untilAddress()
    const one = { points: 1, duration: 60 }
    const statuses = async (limits: Partial<typeof VISITOR_LIMITS>, from: readonly string[]) => {
      const app = widgetRoutes(
        { deps: server.deps, guard: createGuard(server.deps, server.standIns.identity) },
        { ...VISITOR_LIMITS, ...limits },
      )
      const answers = []
      for (const address of from) {
        const [path, init] = requestOf('12 Elm', session)
        const headers = { ...init.headers, 'X-Forwarded-For': address }
        answers.push((await app.request(path, { ...init, headers })).status)
      }
      return answers
    }
    const perConversation = { suggestionsPerConversation: one } as object
    expect(await statuses(perConversation, ['203.0.113.1', '203.0.113.2'])).toEqual([200, 429])
    const perAddress = { suggestionsPerAddress: one } as object
    expect(await statuses(perAddress, ['203.0.113.3', '203.0.113.3', '203.0.113.4'])).toEqual([200, 429, 200])
  })
})
