import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deletePause, getPauses, putPause } from '../../../src/contract/pauses.ts'
import type { ChatSession, ChatUpdate } from '../../../src/contract/widget.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { beforeTransactions } from '../../support/interrupt.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, sayInChat } from '../../support/visitor.ts'
import { storedIn } from '../conversations/support.ts'

const server = await sharedServer()
let gate: ReturnType<typeof beforeTransactions> | null = null
beforeEach(() => clear(server, FRESH))
afterEach(async () => {
  gate?.stop()
  gate = null
  for (const what of ['agent', 'booking']) await resume(what)
})

const params = (what: string) => ({ orgId: FRESH, what })
const pause = (what: string, until: string | null = null) =>
  call(server, putPause, { params: params(what), body: { until } })
const resume = (what: string) => call(server, deletePause, { params: params(what) })
const pauses = async () => (await call(server, getPauses, { params: { orgId: FRESH } })).body
const inMs = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString()
const say = (session: ChatSession, content: string) => sayInChat(server, session, content)
const said = ({ messages }: ChatUpdate) =>
  messages
    .slice(1)
    .map(({ content }) => content)
    .join(' ')

async function untilOffer() {
  const session = await beginChat(server, FRESH)
  for (const fact of ['Lawn mowing', 'Jane Doe', '614-555-0188']) await say(session, fact)
  const { quick_replies } = await say(session, '12 Elm Street, Columbus')
  return { session, time: quick_replies[0] ?? '' }
}

describe('pauses', () => {
  it('begin, change their end, and are ended by a member or by time', async () => {
    expect(await pauses()).toEqual({ agent: null, booking: null })
    const since = server.clock.now().toISOString()
    expect((await pause('agent')).body).toEqual({ agent: { since, until: null }, booking: null })
    const until = inMs(HOUR_MS)
    await pause('booking', until)
    server.clock.advance(HOUR_MS / 2)
    await pause('agent', until)
    expect(await pauses()).toEqual({ agent: { since, until }, booking: { since, until } })
    expect((await resume('booking')).body).toEqual({ agent: { since, until }, booking: null })
    server.clock.advance(HOUR_MS / 2)
    expect(await pauses()).toEqual({ agent: null, booking: null })
  })

  it.each<[string, string, string | null, number]>([
    ['of something else', 'widget', null, 404],
    ['that has ended', 'agent', '2020-01-01T00:00:00Z', 400],
    ['of more than a year', 'agent', inMs(400 * DAY_MS), 400],
    ['until a text', 'agent', 'tomorrow', 400],
  ])('%s are rejected', async (_, what, until, status) => {
    expect((await pause(what, until)).status).toBe(status)
    expect(await pauses()).toEqual({ agent: null, booking: null })
  })
})

describe('a paused agent', () => {
  it('takes a message with contact details, and tells the team', async () => {
    await pause('agent')
    const session = await beginChat(server, FRESH)
    expect(session.messages[0]?.content).toMatch(/We can't chat at the moment.*Leave a message/)
    const first = await say(session, 'Can someone trim the hedge at the back on Friday?')
    expect(said(first)).toMatch(/passed that on.*number or email/)
    const second = await say(session, '614-555-0188')
    expect(said(second)).toMatch(/get back to you.*name/)
    expect(first.quick_replies.concat(second.quick_replies)).toEqual([])
    expect(await leadOfChat(server, FRESH, session)).toMatchObject({
      prospect_phone: expect.stringContaining('0188'),
      extracted_metadata: {
        service_additional_info: expect.stringContaining('Message: Can someone trim the hedge'),
      },
    })
    const { status, needs } = await server.deps.db
      .selectFrom('conversations')
      .select(['status', 'needs'])
      .where('id', '=', session.conversation_id)
      .executeTakeFirstOrThrow()
    expect([status, needs]).toEqual(['needs_person', 'message'])
    await resume('agent')
    expect(said(await say(session, 'Jane Doe'))).toMatch(/Jane/)
  })

  it('warns of danger all the same, and says nothing of a chat to a visitor who thanks it', async () => {
    await pause('agent')
    const session = await beginChat(server, FRESH)
    expect(said(await say(session, 'I smell gas in the yard'))).toMatch(/911/)
    const thanked = said(await say(session, 'thanks'))
    expect(thanked).not.toMatch(/chat at the moment/)
  })

  it('says in an open chat that it only takes messages now, once', async () => {
    const session = await beginChat(server, FRESH)
    await say(session, 'Lawn mowing')
    await pause('agent')
    expect(said(await say(session, 'How much is it for a quarter acre?'))).toMatch(
      /We can't chat at the moment/,
    )
    expect(said(await say(session, 'It is the corner lot'))).not.toMatch(/chat at the moment/)
  })

  it('writes Spanish to a visitor who does', async () => {
    await pause('agent')
    const session = await beginChat(server, FRESH)
    expect(said(await say(session, 'Hola, necesito que corten el pasto este viernes'))).toMatch(/equipo/)
  })
})

describe('paused bookings', () => {
  it('let the agent answer, but offer no times', async () => {
    await pause('booking')
    const { session, time } = await untilOffer()
    expect(time).toBe('')
    expect(said(await say(session, 'Do you mow?'))).not.toMatch(/chat at the moment/)
    expect(said(await say(session, 'Can I book a call tomorrow at 10?'))).toMatch(/no times for calls/)
    expect((await leadOfChat(server, FRESH, session))?.booking_start_time).toBeNull()
  })

  it.each(['booking', 'agent'])('begin (%s) while a visitor books: nothing is booked', async (what) => {
    const { session, time } = await untilOffer()
    expect(time).toMatch(/\d/)
    gate = beforeTransactions(server, () => pause(what), 1)
    const update = await say(session, time)
    expect(update.booking).toBeNull()
    expect(said(update)).not.toMatch(/booked/i)
    expect((await leadOfChat(server, FRESH, session))?.booking_start_time).toBeNull()
    expect(await storedIn(server, session)).not.toContainEqual(
      expect.objectContaining({ content: expect.stringMatching(/^You're booked/) }),
    )
  })
})
