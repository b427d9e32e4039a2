import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../server/base/ids.ts'
import { notePresence } from '../../../server/conversations/presence.ts'
import type { Occasion } from '../../../server/kernel/occasion.ts'
import {
  closeConversation,
  handBack,
  markRead,
  readInboxConversation,
  takeOver,
} from '../../../src/contract/conversations.ts'
import { getConversation } from '../../../src/contract/leads.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { call, FRESH } from '../../support/api.ts'
import { modelAnswer, sentence } from '../../support/model-answer.ts'
import { sharedServer, TEST_NOW } from '../../support/server.ts'
import { beginChat, leadOfChat, readChat, sayInChat, sendInChat } from '../../support/visitor.ts'
import { colleague, replyTo, storedIn } from './support.ts'

const MINUTE_MS = 60_000

const server = await sharedServer()
const { db } = server.deps
let session: ChatSession
let cora: string

beforeAll(async () => {
  cora = await colleague(server)
})

beforeEach(async () => {
  server.clock.set(TEST_NOW)
  delete server.deps.model
  session = await beginChat(server, FRESH)
})

const paramsOf = ({ conversation_id }: ChatSession) => ({ orgId: FRESH, conversationId: conversation_id })
const say = (content: string) => sayInChat(server, session, content)
const reply = (content: string, more?: Parameters<typeof replyTo>[3]) =>
  replyTo(server, session, content, more)
const act = (target: typeof handBack | typeof closeConversation) =>
  call(server, target, { params: paramsOf(session) })
const thread = async () => (await call(server, readInboxConversation, { params: paramsOf(session) })).body

describe('a reply', () => {
  it('takes over: the visitor reads it with the name, and the agent is silent', async () => {
    await say('Lawn mowing')
    const { status, body } = await reply('Hi, Olivia here')
    expect(status).toBe(200)
    expect(body.conversation).toMatchObject({
      status: 'person',
      taken_by: 'user_owner',
      taken_by_name: 'Olivia Greene',
      taken_at: TEST_NOW.toISOString(),
      last_excerpt: 'Hi, Olivia here',
      last_author: 'person',
      unread: 0,
    })
    expect(body.message).toMatchObject({ author: 'person', author_name: 'Olivia Greene', position: 4 - 1 })
    const update = await say('Great, thanks')
    expect(update).toMatchObject({
      messages: [{ author: 'visitor', content: 'Great, thanks' }],
      quick_replies: [],
      status: 'person',
      person_name: 'Olivia',
    })
    const chat = await (await readChat(server, session)).json()
    expect(chat.messages.at(-2)).toMatchObject({
      message_type: 'outgoing',
      content: 'Hi, Olivia here',
      author_name: 'Olivia',
    })
    expect((await thread()).conversation).toMatchObject({ unread: 1, last_excerpt: 'Great, thanks' })
  })

  it('is stored once, however often it is repeated', async () => {
    await say('Lawn mowing')
    const answers = []
    for (let attempt = 0; attempt < 3; attempt += 1)
      answers.push(await reply('Once', { client_id: 'same-reply' }))
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1)
    await act(handBack)
    await reply('Once', { client_id: 'same-reply' })
    expect((await thread()).conversation.status).toBe('agent')
    expect((await storedIn(server, session)).filter(({ content }) => content === 'Once')).toHaveLength(1)
  })

  it("does not collide with the visitor's ids", async () => {
    await sendInChat(server, session, 'Lawn mowing', 'shared-id')
    expect((await reply('Hello', { client_id: 'shared-id' })).body.message.content).toBe('Hello')
  })

  it('of another member is refused and names who answers, unless it says to take over', async () => {
    await say('Lawn mowing')
    await reply('Olivia here')
    const refused = await reply('Cora here', { token: cora })
    expect(refused.status).toBe(409)
    expect(refused.body).toEqual({
      message: 'Olivia Greene is answering this conversation',
      details: { taken_by: 'user_owner', taken_by_name: 'Olivia Greene' },
    })
    const taken = await reply('Cora here', { token: cora, take: true })
    expect(taken.body.conversation).toMatchObject({ taken_by_name: 'Cora Lee' })
    expect((await call(server, takeOver, { params: paramsOf(session), body: {} })).status).toBe(409)
  })

  it('of two members at once is stored for exactly one', async () => {
    await say('Lawn mowing')
    const answers = await Promise.all([reply('Olivia here'), reply('Cora here', { token: cora })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await storedIn(server, session)).filter(({ author }) => author === 'person')).toHaveLength(1)
  })

  it('answers the lead once the visitor has read it, and not while it waits in the chat', async () => {
    const answeredAt = async () => (await leadOfChat(server, FRESH, session))?.answered_at
    await say('Lawn mowing')
    await reply('Which number can I call?')
    server.clock.advance(MINUTE_MS)
    await say('614-555-0173')
    expect(await answeredAt()).toBeNull()
    const { body } = await reply('Thank you')
    expect(await answeredAt()).toBeNull()
    const seen = async (read_position: number) => {
      const report = { tab: 'tab', is_here: true, received_position: read_position, read_position }
      await notePresence(server.deps, { id: session.conversation_id, organization_id: FRESH }, report)
    }
    await seen(body.message.position - 1)
    expect(await answeredAt()).toBeNull()
    server.clock.advance(MINUTE_MS)
    await seen(body.message.position)
    expect(await answeredAt()).toBe(body.message.created_at)
  })

  it('has answered the lead if the visitor writes after it', async () => {
    await say('Lawn mowing')
    await say('jane@example.test')
    await reply('Hi Jane')
    expect((await leadOfChat(server, FRESH, session))?.answered_at).toBeNull()
    await say('Hello')
    expect((await leadOfChat(server, FRESH, session))?.answered_at).toBe(TEST_NOW.toISOString())
  })

  it('drops the answer that a model is writing', async () => {
    await say('Lawn mowing')
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    let finish = (_: string) => {}
    const answer = new Promise<string>((resolve) => {
      finish = resolve
    })
    server.deps.model = () => {
      asked()
      return answer
    }
    const sent = sendInChat(server, session, 'Are you insured?')
    await isAsked
    await reply('Olivia here')
    finish('We are happy to help.')
    expect((await (await sent).json()).messages).toHaveLength(1)
    expect((await storedIn(server, session)).map(({ author }) => author).slice(-2)).toEqual([
      'person',
      'visitor',
    ])
  })
})

describe('a danger in a chat that a member answers', () => {
  const announced: Occasion[] = []
  beforeEach(() => {
    announced.length = 0
    server.deps.notifier = { announce: async (_, occasion) => void announced.push(occasion), wake: () => {} }
  })
  afterEach(() => {
    delete server.deps.notifier
  })
  const alerts = () => announced.flatMap((each) => (each.kind === 'needs_person' ? each.needs : []))

  it('needs a person until a member answers, and the visitor reads what to do', async () => {
    await say('Lawn mowing')
    await reply('Hi, Olivia here')
    const { messages, status } = await say('I smell gas in my basement')
    expect(messages.map(({ author }) => author)).toEqual(['visitor', 'agent'])
    expect(messages[1]?.content).toContain('call 911')
    expect(status).toBe('person')
    expect(alerts()).toEqual(['emergency'])
    const { conversation } = await thread()
    const expected = { status: 'needs_person', needs: 'emergency', taken_by: 'user_owner', unread: 1 }
    expect(conversation).toMatchObject({ ...expected, last_excerpt: 'I smell gas in my basement' })
    // The member still answers, so the agent says nothing else.
    expect((await say('ok we are outside')).messages).toHaveLength(1)
    expect(alerts()).toEqual(['emergency'])
    expect((await reply('I am on my way')).body.conversation).toMatchObject({ status: 'person', needs: null })
  })

  it('alerts once within ten minutes for the same reason', async () => {
    await say('Lawn mowing')
    await reply('Hi')
    await say('I smell gas in my basement')
    await db
      .insertInto('notifications')
      .values({
        ...{
          id: newId('note'),
          token: newId('nt'),
          organization_id: FRESH,
          event: 'first',
          channel: 'email',
        },
        ...{ kind: 'needs_person', audience: 'owner', recipient: 'a@b.test', recipient_name: '' },
        ...{ status: 'sent', created_at: TEST_NOW, data: JSON.stringify({ needs: 'emergency' }) },
        conversation_id: session.conversation_id,
      })
      .execute()
    await reply('Leave the house')
    await say('there is a fire in the kitchen')
    expect(alerts()).toEqual(['emergency'])
    expect((await thread()).conversation.needs).toBe('emergency')
    await reply('Call 911')
    server.clock.advance(10 * MINUTE_MS)
    await say('the gas smell is back')
    expect(alerts()).toEqual(['emergency', 'emergency'])
  })

  it.each([
    ['your mower guy clipped the gas meter and its leaking can someone come back', 'danger', 2],
    ['your guys are on the way but please tell them not to come today, our dog is loose', 'urgent', 1],
    ['Thanks, Tuesday is fine', null, 1],
  ] as const)('%j: %s', async (content, needs, count) => {
    await say('Lawn mowing')
    await reply('Hi')
    expect((await say(content)).messages).toHaveLength(count)
    expect((await thread()).conversation.needs).toBe(needs)
  })

  it('is no longer marked after a member says so, who then continues', async () => {
    await say('Lawn mowing')
    await reply('Hi')
    await say('I smell gas in my basement')
    expect((await act(handBack)).body).toMatchObject({
      status: 'person',
      needs: null,
      taken_by: 'user_owner',
    })
  })

  it('stays marked when the agent continues, because the member does not answer', async () => {
    await say('Lawn mowing')
    await reply('Hi')
    await say('I smell gas in my basement')
    server.clock.advance(60 * MINUTE_MS)
    expect((await say('hello?')).messages.length).toBeGreaterThan(1)
    expect((await thread()).conversation).toMatchObject({ needs: 'emergency', taken_by: null })
  })
})

describe('the agent continues', () => {
  it('after a hand-back, knows what the visitor told the person, and does not ask again', async () => {
    await say('Lawn mowing')
    await reply('What number can I call you at?')
    await say('614-555-0173, my name is Jane Doe')
    const lead = await leadOfChat(server, FRESH, session)
    expect(lead).toMatchObject({ prospect_phone: '(614) 555-0173' })
    const { body } = await act(handBack)
    expect(body).toMatchObject({ status: 'agent', taken_by: null, taken_at: null })
    const { messages } = await say('12 Elm Street, Columbus, OH')
    const text = messages.map(({ content }) => content).join(' ')
    expect(messages.length).toBeGreaterThan(1)
    expect(text).not.toMatch(/phone number|your name/i)
    const row = await server.deps.db
      .selectFrom('conversations')
      .select('state')
      .where('id', '=', session.conversation_id)
      .executeTakeFirstOrThrow()
    expect(row.state).toMatchObject({ helper: 'Olivia' })
    expect((await thread()).messages.map(({ content }: { content: string }) => content)).toContain(
      'Handed back to the agent.',
    )
  })

  it('tells a model what the person agreed, without the notes', async () => {
    await say('Lawn mowing')
    await reply('We can do it for $60.')
    await reply('He sounds difficult', { message_type: 'note' })
    await act(handBack)
    let prompt = ''
    server.deps.model = async (messages) => {
      prompt = JSON.stringify(messages)
      return modelAnswer({ sentences: [sentence('We can do it for $60.', 'team.1')] })
    }
    const { messages } = await say('what was the price?')
    expect(prompt).toContain('Answered before you, from the team: Olivia')
    expect(prompt).toContain('[team.1] We can do it for $60.')
    expect(prompt).not.toContain('difficult')
    expect(messages[1]?.content).toBe('We can do it for $60.')
  })

  it("after the owner's time without a reply, when the visitor writes", async () => {
    await call(server, putProfile, { params: { orgId: FRESH }, body: { takeover_minutes: 10 } })
    await say('Lawn mowing')
    await reply('One moment')
    server.clock.advance(10 * MINUTE_MS - 1)
    expect((await say('Hello?')).messages).toHaveLength(1)
    server.clock.advance(1)
    const update = await say('Are you there? My name is Jane')
    expect(update).toMatchObject({ status: 'agent', person_name: null })
    expect(update.messages.map(({ author }) => author)).toEqual(['visitor', 'agent'])
    const { conversation, messages } = await thread()
    expect(conversation).toMatchObject({ status: 'agent', taken_by: null })
    expect(messages.at(-3)).toMatchObject({
      message_type: 'note',
      content: 'Olivia Greene has not replied for a while, so the agent answers again.',
    })
  })

  it('after a closed conversation opens again', async () => {
    await say('Can I talk to a human?')
    expect((await act(closeConversation)).body).toMatchObject({ status: 'closed', needs: null, unread: 0 })
    expect((await (await readChat(server, session)).json()).status).toBe('closed')
    expect((await say('Lawn mowing')).messages.length).toBeGreaterThan(1)
    expect((await thread()).conversation).toMatchObject({ status: 'agent', unread: 1 })
  })
})

describe('a note', () => {
  it('never reaches the visitor or the lead, and does not take over', async () => {
    const secret = 'Owes us for last year'
    await say('Lawn mowing')
    const note = await reply(secret, { message_type: 'note' })
    expect(note.body.conversation).toMatchObject({ status: 'agent', unread: 1, last_author: 'agent' })
    const sent = await sendInChat(server, session, 'my number is 614-555-0173', 'after-the-note')
    const repeated = await sendInChat(server, session, 'my number is 614-555-0173', 'after-the-note')
    const lead = await leadOfChat(server, FRESH, session)
    const shown = await call(server, getConversation, { params: { orgId: FRESH, leadId: lead?.id ?? '' } })
    const answers = [
      ...(await Promise.all([sent, repeated, await readChat(server, session)].map((each) => each.text()))),
      JSON.stringify([lead, shown.body]),
    ]
    expect(answers.filter((text) => text.includes('614'))).toHaveLength(4)
    expect(answers.filter((text) => text.includes(secret))).toEqual([])
    expect(JSON.stringify(await thread())).toContain(secret)
  })
})

describe('reading', () => {
  it('leaves what the visitor wrote later unread', async () => {
    await say('Lawn mowing')
    const { messages } = await thread()
    await say('Jane')
    const read = (position: number) =>
      call(server, markRead, { params: paramsOf(session), body: { position } })
    expect((await read(messages.at(-1).position)).body.unread).toBe(1)
    expect((await read(0)).body.unread).toBe(1)
    expect((await read(100)).body.unread).toBe(0)
  })
})
