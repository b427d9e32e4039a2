import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { wholeSentences } from '../../../server/agent/model/sentences.ts'
import { takeOver } from '../../../src/contract/conversations.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { openChatStream } from '../../support/chat-stream.ts'
import { sharedServer } from '../../support/server.ts'
import { startStreamingModel } from '../../support/streaming-model.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'
import { replyTo, storedIn } from '../api/conversations/support.ts'
import { call, FRESH } from '../api/support.ts'

/** Longer than a test: what ends sooner was ended. */
const ENDLESS_MS = 600_000
/** Long enough for a loaded machine; a silent model is awaited for this long. */
const SHORT_MS = 2_000

const server = await sharedServer()
const endpoint = await startStreamingModel()
afterAll(() => endpoint.close())
await call(server, putProfile, {
  params: { orgId: FRESH },
  body: { pricing_notes: 'Mowing is $45 a visit.' },
})

const SCRIPTED = 'Who do I have the pleasure of chatting with?'
let session: ChatSession
let stream: Awaited<ReturnType<typeof openChatStream>>

beforeEach(async () => {
  server.deps.model = endpoint.waiting(ENDLESS_MS)
  session = await beginChat(server, FRESH)
  stream = await openChatStream(server, session, '0')
  await stream.next()
  return () => stream.close()
})

const say = (content: string) => sayInChat(server, session, content)
const part = (text: string, position = 1) => ({ id: null, event: { type: 'reply_part', position, text } })
const stored = async () => (await storedIn(server, session)).slice(1).map(({ content }) => content)

describe("a model's answer while it is written", () => {
  it('reaches the visitor sentence by sentence, and the stored message begins with it', async () => {
    const answered = say('My lawn needs mowing')
    const asked = await endpoint.next()
    expect(asked.body.stream).toBe(true)
    for (const piece of ['Glad to', ' help', '. Mow']) asked.write(piece)
    expect(await stream.next()).toEqual(part('Glad to help.'))
    asked.write('ing is $45 a visit. Is 8 a.m. ')
    expect(await stream.next()).toEqual(part('Glad to help. Mowing is $45 a visit.'))
    asked.write('fine on Monday? Half a sentence')
    expect(await stream.next()).toEqual(
      part('Glad to help. Mowing is $45 a visit. Is 8 a.m. fine on Monday?'),
    )
    asked.finish()
    const whole = 'Glad to help. Mowing is $45 a visit. Is 8 a.m. fine on Monday? Half a sentence'
    expect((await answered).messages.at(-1)?.content).toBe(whole)
    expect(await stream.said()).toEqual(['1', 'visitor', 'My lawn needs mowing'])
    expect(await stream.said()).toEqual(['2', 'agent', whole])
  })

  it('goes on after a tool, with what was said before it', async () => {
    const answered = say('My lawn needs mowing')
    const first = await endpoint.next()
    first.write('Let me check that.')
    first.call('answer_faq', { question: 'are you insured?' })
    expect(await stream.next()).toEqual(part('Let me check that.'))
    const second = await endpoint.next()
    expect(second.body.messages.at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'call_1' })
    expect(second.body.messages.at(-1)?.content).toContain('no answer on file')
    second.write('I do not know. I will ask.')
    expect(await stream.next()).toEqual(part('Let me check that. I do not know.'))
    second.finish()
    await answered
    expect(await stored()).toEqual([
      'My lawn needs mowing',
      'Let me check that. I do not know. I will ask.',
      SCRIPTED,
    ])
  })

  it('is continued by the script from the sentence on that breaks a rule, which nobody sees', async () => {
    const answered = say('My lawn needs mowing')
    const asked = await endpoint.next()
    asked.write('We would love to help. It costs $5 a visit. Deal? ')
    await asked.left
    await answered
    expect(await stream.said()).toEqual(['1', 'visitor', 'My lawn needs mowing'])
    const [shown, ...rest] = (await stored()).slice(1)
    expect(shown).not.toContain('$5')
    expect(rest.at(-1) ?? shown).toContain(SCRIPTED)
  })

  it.each<[string, (asked: Awaited<ReturnType<typeof endpoint.next>>) => void]>([
    ['breaks a rule later', (asked) => asked.write('It costs $5 a visit. ')],
    ['breaks a rule in its last words', (asked) => [asked.write('It costs $5'), asked.finish()]],
    ['breaks off', (asked) => asked.drop()],
    ['ends within a sentence', (asked) => [asked.write('I think that'), asked.end()]],
    ['is silent', () => {}],
  ])('keeps what was shown if it %s', async (how, go) => {
    if (how === 'is silent') server.deps.model = endpoint.waiting(SHORT_MS)
    const answered = say('My lawn needs mowing')
    const asked = await endpoint.next()
    asked.write("We would love to help. I've noted that for the team. ")
    const shown = "We would love to help. I've noted that for the team."
    expect(await stream.next()).toEqual(part(shown))
    go(asked)
    await answered
    expect(await stored()).toEqual(['My lawn needs mowing', shown, expect.stringContaining(SCRIPTED)])
    const row = server.deps.db.selectFrom('conversations').select('needs')
    const { needs } = await row.where('id', '=', session.conversation_id).executeTakeFirstOrThrow()
    expect(needs).toBe('unanswered')
  })

  it.each(['replies', 'takes over'])(
    'ends at once when a person %s, and nothing of it is stored',
    async (how) => {
      server.deps.model = null
      await say('Lawn mowing')
      server.deps.model = endpoint.waiting(ENDLESS_MS)
      const before = await stored()
      const seen = await openChatStream(server, session, '2')
      await seen.next()
      const answered = say('How much is it?')
      const asked = await endpoint.next()
      asked.write('Mowing is $45 a visit. And')
      expect(await seen.next()).toEqual(part('Mowing is $45 a visit.', 3))
      const params = { orgId: FRESH, conversationId: session.conversation_id }
      if (how === 'replies') await replyTo(server, session, 'Olivia here')
      else await call(server, takeOver, { params, body: {} })
      await asked.left
      await answered
      const said = how === 'replies' ? ['Olivia here', 'How much is it?'] : ['How much is it?']
      expect(await stored()).toEqual([...before, ...said])
      expect((await stored()).join()).not.toContain('$45')
      let last = ''
      while (!last.includes('"status":"person"')) {
        last = JSON.stringify(await seen.next())
        expect(last).not.toContain('reply_part')
      }
      await seen.close()
    },
  )

  it('is withdrawn if it cannot be stored', async () => {
    const answered = server.fetchApi(`/api/v1/widget/conversations/${session.conversation_id}/messages`, {
      as: null,
      method: 'POST',
      headers: { Authorization: `Bearer ${session.visitor_token}` },
      body: JSON.stringify({ client_id: 'a', content: 'My lawn needs mowing' }),
    })
    const asked = await endpoint.next()
    asked.write('We would love to help. And')
    expect(await stream.next()).toEqual(part('We would love to help.'))
    // PostgreSQL refuses texts with this character.
    asked.write(' \u0000')
    asked.finish()
    expect((await answered).status).toBe(500)
    expect(await stream.next()).toEqual(part(''))
  })

  it('stays with a message of another tab between', async () => {
    const answered = say('My lawn needs mowing')
    const asked = await endpoint.next()
    asked.write('We would love to help. And')
    expect(await stream.next()).toEqual(part('We would love to help.'))
    server.deps.model = null
    await say('Jane Doe')
    asked.finish()
    await answered
    const texts = await stored()
    expect(texts.slice(texts.indexOf('My lawn needs mowing'))[1]).toBe('We would love to help.')
  })
})

it.each([
  ['We', ''],
  ['Glad to help.', ''],
  ['Glad to help. We', 'Glad to help.'],
  ['Is it at 8 a.m. on St. James Ave. or', ''],
  ['Really?! “Yes.” We', 'Really?! “Yes.”'],
  ['One line\nand', 'One line'],
  ['It costs $45.50 a', ''],
])('only whole sentences are shown: %j', (text, whole) => {
  expect(wholeSentences(text)).toBe(whole)
})
