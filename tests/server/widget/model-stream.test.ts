import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sentencesSoFar } from '../../../server/agent/model/form.ts'
import { takeOver } from '../../../src/contract/conversations.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { call, FRESH } from '../../support/api.ts'
import { openChatStream } from '../../support/chat-stream.ts'
import { modelAnswer, sentence, withoutFiller } from '../../support/model-answer.ts'
import { sharedServer } from '../../support/server.ts'
import { startStreamingModel } from '../../support/streaming-model.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'
import { replyTo, storedIn } from '../conversations/support.ts'

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

const SCRIPTED = 'And your name?'
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
const stored = async () =>
  (await storedIn(server, session)).slice(1).flatMap(({ content }) => withoutFiller(content) || [])

/** Returns the next part of the agent's answer, or another event. */
async function shown(from = stream): ReturnType<typeof stream.next> {
  const sent = await from.next()
  if (sent === 'end' || sent.event.type !== 'reply_part' || sent.event.text === '') return sent
  const text = withoutFiller(sent.event.text)
  return text === '' ? shown(from) : { ...sent, event: { ...sent.event, text } }
}

/** Courtesies need no source. */
const THANKS = 'Thanks for reaching out!'
const PRICE = 'Mowing is $45 a visit.'

describe("a model's answer while it is written", () => {
  it('reaches the visitor sentence by sentence, and the stored message begins with it', async () => {
    const answered = say('My lawn needs mowing')
    const asked = await endpoint.next()
    expect(asked.body.stream).toBe(true)
    const text = modelAnswer({
      sentences: [THANKS, sentence(PRICE, 'price.1'), 'What can we help you with?'],
    })
    const [first = '', second = '', ...rest] = text.split(/(?<="say":"Th|\$45 a )/)
    asked.write(first)
    for (const piece of [second.slice(0, 10), second.slice(10)]) asked.write(piece)
    expect(await shown()).toEqual(part(THANKS))
    asked.write(rest.join(''))
    const whole = `${THANKS} ${PRICE} What can we help you with?`
    expect(await shown()).toEqual(part(whole))
    asked.finish()
    const last = (await answered).messages.at(-1)?.content ?? ''
    expect(withoutFiller(last)).toBe(whole)
    expect(await stream.said()).toEqual(['1', 'visitor', 'My lawn needs mowing'])
    expect(await stream.said()).toEqual(['2', 'agent', last])
  })

  it('shows no sentence that is not true, and goes on with the next one', async () => {
    const answered = say('My lawn needs mowing')
    const asked = await endpoint.next()
    asked.say(THANKS)
    expect(await shown()).toEqual(part(THANKS))
    asked.say('It costs $5 a visit.', 'price.1')
    asked.say('What can we help you with?')
    // The visitor asked about mowing, so the owner's own words replace the sentence.
    expect(await shown()).toEqual(part(`${THANKS} ${PRICE}`))
    expect(await shown()).toEqual(part(`${THANKS} ${PRICE} What can we help you with?`))
    asked.complete()
    await answered
    expect((await stored()).join()).not.toContain('$5')
  })

  it('is that of the script if it has nothing to show', async () => {
    const answered = say('My lawn needs mowing')
    const asked = await endpoint.next()
    asked.say('Bob mows for $5.')
    asked.complete()
    await answered
    const texts = await stored()
    expect(texts.join()).not.toMatch(/Bob|\$5\b/)
    expect(texts.at(-1)).toContain(SCRIPTED)
  })

  it.each<[string, (asked: Awaited<ReturnType<typeof endpoint.next>>) => void]>([
    ['says nothing else that is true', (asked) => [asked.say('It costs $5.'), asked.complete()]],
    ['breaks off', (asked) => asked.drop()],
    ['ends within a sentence', (asked) => [asked.write(',{"cites":[],"say":"I thi'), asked.end()]],
    ['ends within its form', (asked) => [asked.write(',{"cites":[],"say":"I thi'), asked.finish()]],
    ['is silent', () => {}],
  ])('keeps what was shown if it %s', async (how, go) => {
    if (how === 'is silent') server.deps.model = endpoint.waiting(SHORT_MS)
    const answered = say('My lawn needs mowing')
    const asked = await endpoint.next()
    asked.say(THANKS)
    expect(await shown()).toEqual(part(THANKS))
    go(asked)
    await answered
    const [visitor, first, ...rest] = await stored()
    expect([visitor, first]).toEqual(['My lawn needs mowing', THANKS])
    expect(rest.join('\n')).toContain(SCRIPTED)
    expect(rest.join('\n')).not.toContain(THANKS)
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
      asked.say(PRICE, 'price.1')
      asked.write(',')
      expect(await shown(seen)).toEqual(part(PRICE, 3))
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
    asked.say(THANKS)
    expect(await shown()).toEqual(part(THANKS))
    // PostgreSQL refuses texts with this character.
    asked.say('Thank you\u0000!')
    asked.complete()
    expect((await answered).status).toBe(500)
    let last = await stream.next()
    while (JSON.stringify(last).includes('Thank')) last = await stream.next()
    expect(last).toEqual(part(''))
  })

  it('stays with a message of another tab between', async () => {
    const answered = say('My lawn needs mowing')
    const asked = await endpoint.next()
    asked.say(THANKS)
    expect(await shown()).toEqual(part(THANKS))
    server.deps.model = null
    await say('Jane Doe')
    asked.complete()
    await answered
    const texts = await stored()
    expect(texts.slice(texts.indexOf('My lawn needs mowing'))[1]).toBe(THANKS)
  })
})

describe('the sentences of an unfinished answer', () => {
  const whole = modelAnswer({ sentences: [sentence('One "1".', 'a.1', 'b'), sentence('Two\n', 'c')] })

  it.each([
    ['', []],
    ['{"risk":"none","facts":[],"corrections":[],"sentences":[{"cites":["a.1","b"],"say":"One', []],
    [whole.slice(0, whole.indexOf(',{"cites":["c"]')), [sentence('One "1".', 'a.1', 'b')]],
    [whole, [sentence('One "1".', 'a.1', 'b'), sentence('Two\n', 'c')]],
    [JSON.stringify(JSON.parse(whole), null, 2), [sentence('One "1".', 'a.1', 'b'), sentence('Two\n', 'c')]],
    [modelAnswer({ risk: 'gas', sentences: ['All is well.'] }), []],
    ['{"sentences":[{"cites":[],"say":"All is well."}]', []],
  ])('are those that are complete, if no danger is reported: %#', (text, sentences) => {
    expect(sentencesSoFar(text)).toEqual(sentences)
  })

  it.each([
    ['strings without commas', '"a"  '.repeat(20)],
    ['many of them', `${'"a"  '.repeat(3_000)}]`],
    ['escapes without an end', `"${'\\'.repeat(9_999)}`],
    ['beginnings without an end', '{"cites":[ '.repeat(1_500)],
  ])('are found in bounded time: %s', (_, text) => {
    const start = performance.now()
    expect(sentencesSoFar(`{"risk":"none","sentences":[{"cites":[${text}`)).toEqual([])
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
