import { afterEach, describe, expect, it } from 'vitest'
import { MOST_MESSAGES } from '../../../server/widget/room.ts'
import { deleteConversation, handBack, takeOver } from '../../../src/contract/conversations.ts'
import { updateLead } from '../../../src/contract/leads.ts'
import type { ChatSession, ChatUpdate } from '../../../src/contract/widget.ts'
import { call, FRESH } from '../../support/api.ts'
import { beforeTransactions } from '../../support/interrupt.ts'
import { modelAnswer } from '../../support/model-answer.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, sayInChat, sendInChat } from '../../support/visitor.ts'
import { replyTo, storedIn } from '../conversations/support.ts'

const server = await sharedServer()
let gate: ReturnType<typeof beforeTransactions> | null = null
afterEach(() => {
  gate?.stop()
  gate = null
  server.deps.model = null
})

const say = (session: ChatSession, content: string) => sayInChat(server, session, content)
const params = ({ conversation_id: conversationId }: ChatSession) => ({ orgId: FRESH, conversationId })
const said = ({ messages }: ChatUpdate) => messages.slice(1).map(({ content }) => content)
const authors = async (session: ChatSession) =>
  (await storedIn(server, session))
    .slice(1)
    .map(({ author, message_type }) => (message_type === 'note' ? 'note' : author))

/** Does something after the agent has answered the next message, and before the answer is stored. */
function meanwhile(act: (tries: number) => Promise<unknown>, times = 1): void {
  gate = beforeTransactions(server, act, times)
}

async function untilOffer(): Promise<{ session: ChatSession; time: string }> {
  const session = await beginChat(server, FRESH)
  for (const fact of ['Lawn mowing', 'Jane Doe', '614-555-0188']) await say(session, fact)
  const { quick_replies } = await say(session, '12 Elm Street, Columbus')
  return { session, time: quick_replies[0] ?? '' }
}

describe('an answer that is outdated before it is stored', () => {
  it('is given again after another message of the visitor, with what that one says', async () => {
    const session = await beginChat(server, FRESH)
    meanwhile(() => say(session, "I'm Jane Doe"))
    const answer = said(await say(session, 'Lawn mowing')).join(' ')
    expect(await authors(session)).toEqual(['visitor', 'agent', 'visitor', 'agent'])
    expect(answer).toMatch(/number|phone/)
    expect(answer).not.toContain('your name')
  })

  it('is dropped if a person has taken over', async () => {
    const session = await beginChat(server, FRESH)
    await say(session, 'Lawn mowing')
    meanwhile(() => call(server, takeOver, { params: params(session), body: {} }))
    const update = await say(session, 'How much is it?')
    expect([update.status, said(update)]).toEqual(['person', []])
    expect(await authors(session)).toEqual(['visitor', 'agent', 'visitor'])
  })

  it('is given again if a person has replied and handed the conversation back', async () => {
    const session = await beginChat(server, FRESH)
    await say(session, 'Lawn mowing')
    meanwhile(async () => {
      await replyTo(server, session, 'Olivia here')
      await call(server, handBack, { params: params(session) })
    })
    expect((await say(session, 'Jane Doe')).status).toBe('agent')
    expect(await authors(session)).toEqual(['visitor', 'agent', 'person', 'note', 'visitor', 'agent'])
  })

  it('keeps nothing that the visitor has seen of it if a person has written since then', async () => {
    const session = await beginChat(server, FRESH)
    await say(session, 'Lawn mowing')
    server.deps.model = async ({ onText }) => {
      onText?.(modelAnswer({ sentences: ['Thank you for asking!'] }))
      throw new Error('no more')
    }
    meanwhile(async () => {
      await replyTo(server, session, 'Olivia here')
      await call(server, handBack, { params: params(session) })
    })
    const [answer] = said(await say(session, 'Are you insured?'))
    expect(answer).toMatch(/./)
    expect(answer).not.toContain('Thank you for asking!')
  })

  it('offers other times if another visitor has taken the one that it books', async () => {
    const one = await untilOffer()
    const other = await untilOffer()
    expect(one.time).toBe(other.time)
    meanwhile(() => say(other.session, other.time))
    const answer = await say(one.session, one.time)
    expect(said(answer).join()).toContain('Sorry, that time has just been taken.')
    expect([answer.booking, answer.quick_replies.includes(one.time)]).toEqual([null, false])
    expect((await leadOfChat(server, FRESH, other.session))?.booking_start_time).not.toBeNull()
    expect((await leadOfChat(server, FRESH, one.session))?.booking_start_time).toBeNull()
  })

  it('is about no call that the owner has canceled', async () => {
    const { session, time } = await untilOffer()
    await say(session, time)
    const lead = await leadOfChat(server, FRESH, session)
    meanwhile(() =>
      call(server, updateLead, {
        params: { orgId: FRESH, leadId: lead?.id ?? '' },
        body: { booking_status: 'cancelled' },
      }),
    )
    const update = await say(session, 'Please cancel the call')
    expect(update.booking).toBeNull()
    expect(said(update).join()).not.toContain('is canceled')
    expect(await leadOfChat(server, FRESH, session)).toMatchObject({ booking_status: 'cancelled' })
  })

  it('is not stored in a conversation that is erased', async () => {
    const session = await beginChat(server, FRESH)
    await say(session, 'Lawn mowing')
    meanwhile(() => call(server, deleteConversation, { params: params(session) }))
    expect((await sendInChat(server, session, 'Jane Doe')).status).toBe(404)
    expect(await storedIn(server, session)).toEqual([])
  })

  it('is not stored in a conversation that is full by then', async () => {
    const session = await beginChat(server, FRESH)
    meanwhile(async () => {
      const filler = { conversation_id: session.conversation_id, position: MOST_MESSAGES, content: 'x' }
      await server.deps.db
        .insertInto('messages')
        .values({
          ...filler,
          id: 'filler',
          organization_id: FRESH,
          message_type: 'incoming',
          author: 'visitor',
          created_at: server.clock.now(),
        })
        .execute()
    })
    expect((await sendInChat(server, session, 'Lawn mowing')).status).toBe(409)
  })

  it('is the stored one if the same message has arrived twice', async () => {
    const session = await beginChat(server, FRESH)
    let first: unknown
    meanwhile(async () => {
      first = await (await sendInChat(server, session, 'Lawn mowing', 'twice')).json()
    })
    expect(await (await sendInChat(server, session, 'Lawn mowing', 'twice')).json()).toEqual(first)
    expect(await authors(session)).toEqual(['visitor', 'agent'])
  })

  it('is given under the lock if it is outdated each time, and begins with what the visitor has seen', async () => {
    const session = await beginChat(server, FRESH)
    await say(session, 'Lawn mowing')
    let asked = 0
    server.deps.model = async ({ onText }) => {
      asked += 1
      onText?.(modelAnswer({ sentences: ['Thank you for asking!'] }))
      throw new Error('no more')
    }
    meanwhile(() => replyTo(server, session, 'Difficult customer', { message_type: 'note' }), 4)
    expect(said(await say(session, 'Are you insured?'))[0]).toBe('Thank you for asking!')
    expect([asked, gate?.begun()]).toEqual([1, 4])
    const notes = Array.from({ length: 4 }, () => 'note')
    expect((await authors(session)).slice(2, 8)).toEqual([...notes, 'visitor', 'agent'])
  })
})

it('messages at the same time are stored and answered one after the other', async () => {
  const session = await beginChat(server, FRESH)
  const messages = Array.from({ length: 10 }, (_, index) => `Lawn mowing, please, number ${index}`)
  const updates = await Promise.all(messages.map((message) => say(session, message)))
  const stored = await storedIn(server, session)
  expect(stored.map(({ position }) => position)).toEqual(stored.map((_, index) => index))
  for (const { messages: own } of updates) {
    expect(own.map(({ author }) => author).slice(0, 2)).toEqual(['visitor', 'agent'])
    const positions = own.map(({ position }) => position)
    expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index))
  }
})
