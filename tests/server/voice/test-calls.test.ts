import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSocket, placeCall, signedHeaders } from '../../../dev/post/calls.ts'
import { LOCAL_TWILIO, OWN_TWILIO } from '../../../dev/post/texts.ts'
import { mergeProfile } from '../../../server/profiles/stored-profile.ts'
import { type CallOrder, startTestCall, type TestCall } from '../../../src/contract/calls.ts'
import { readInboxConversation } from '../../../src/contract/conversations.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { call as api, clear, FRESH, GREEN } from '../../support/api.ts'
import { eventually, until } from '../../support/eventually.ts'
import { textingServer } from '../../support/texting.ts'
import { answersCalls, OWN_NUMBER, QUICK } from '../../support/voice.ts'

const server = await textingServer({ voiceTimes: QUICK })
const { deps, post, clock } = server
const { db } = deps
const CONSOLE = { Origin: deps.config.origins.console }

beforeEach(async () => {
  await clear(server, FRESH)
  await db.deleteFrom('notifications').where('organization_id', '=', FRESH).execute()
})

// The server ends a call once its page is gone.
afterEach(() =>
  until(async () => {
    const calls = db.selectFrom('calls').select('id').where('is_test', '=', true)
    const open = await calls.where('connection', 'is not', null).where('ended_at', 'is', null).execute()
    return open.length === 0
  }),
)

async function start(): Promise<TestCall> {
  const { status, body } = await api(server, startTestCall, { params: { orgId: FRESH } })
  expect(status).toBe(200)
  return body
}

/** Returns whether a socket opens; if so, closes it. */
const opens = (url: string, headers: Readonly<Record<string, string>>) =>
  new Promise<boolean>((resolve) => {
    const socket = openSocket(url, headers)
    socket.addEventListener('open', () => {
      resolve(true)
      socket.close()
    })
    socket.addEventListener('error', () => resolve(false))
  })

/** Calls the agent as the console's page does. */
async function dial() {
  const test = await start()
  const said: string[] = []
  const orders: CallOrder[] = []
  const socket = openSocket(test.url, CONSOLE)
  const send = (frame: object) => socket.send(JSON.stringify(frame))
  socket.addEventListener('message', ({ data }) => {
    const order = JSON.parse(String(data)) as CallOrder
    orders.push(order)
    if (order.type !== 'text' || !order.last) return
    said.push(order.token)
    for (const value of ['on', 'off']) send({ type: 'info', name: 'agentSpeaking', value })
  })
  await new Promise((opened) => socket.addEventListener('open', opened))
  send({ type: 'setup', callSid: test.id })
  const hears = (after: number, expected: RegExp) =>
    until(() => said.slice(after).find((text) => expected.test(text)))
  return {
    ...test,
    said,
    orders,
    send,
    /** Says something. Returns what the agent answers first, or the first that matches. */
    say(text: string, expected = /\S/) {
      const heard = said.length
      send({ type: 'prompt', voicePrompt: text, lang: 'en-US', last: true })
      return hears(heard, expected)
    },
    press(digit: string) {
      const heard = said.length
      send({ type: 'dtmf', digit })
      return hears(heard, /\S/)
    },
    /** Hangs up. Returns the call once the server has noticed. */
    async hangUp() {
      socket.close()
      return until(async () => {
        const row = await callOf(test.id)
        return row.ended_at && row
      })
    },
  }
}

const callOf = (id: string) =>
  db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const leadOf = ({ conversation_id: id }: TestCall) =>
  db.selectFrom('leads').selectAll().where('conversation_id', '=', id).executeTakeFirst()

describe('a test call', () => {
  it('books like a call of a customer, is a test, and tells nobody', async () => {
    const call = await dial()
    expect(call.greeting).toMatch(/^This is .*automated assistant of Fresh Cut Co\. How can I help you\?$/)
    await call.say('my lawn needs mowing', /name\?/)
    await call.say('jane doe', /address of the property/)
    await call.say('12 Oak Street, Columbus, OH 43215', /Is that right\?/)
    await call.say('yes', /\?$/)
    await call.say('monday morning at eight thirty', /shall I book the call\?/)
    await call.say('yes that works', /is booked for Monday/)
    const lead = await leadOf(call)
    expect(lead).toMatchObject({
      is_test: true,
      source: 'phone',
      prospect_name: 'Jane Doe',
      prospect_phone: '(202) 555-0147',
      booking_start_time: expect.any(Date),
    })
    expect(await call.hangUp()).toMatchObject({ outcome: 'booked', seconds: 0 })
    const params = { orgId: FRESH, conversationId: call.conversation_id }
    const { body } = await api(server, readInboxConversation, { params })
    expect(body.conversation).toMatchObject({ is_test: true, channel: 'phone' })
    expect(body.calls).toMatchObject([{ outcome: 'booked', summary: expect.stringContaining('Jane Doe') }])
    expect(post.texts.texts.list()).toEqual([])
    const sent = await db
      .selectFrom('notifications')
      .select('audience')
      .where('organization_id', '=', FRESH)
      .where('audience', '=', 'visitor')
      .execute()
    expect(sent).toEqual([])
    expect(
      await db.selectFrom('sms_consents').selectAll().where('phone', 'like', '+1202555%').execute(),
    ).toEqual([])
  })

  it('in which nothing is said is no missed call', async () => {
    await mergeProfile(db, FRESH, { text_back: true }, clock.now())
    const call = await dial()
    expect(await call.hangUp()).toMatchObject({ outcome: 'abandoned' })
    expect(await db.selectFrom('missed_calls').selectAll().execute()).toEqual([])
    expect(await leadOf(call)).toBeUndefined()
  })

  it('begins a new conversation each time', async () => {
    const [one, two] = [await start(), await start()]
    expect(one.conversation_id).not.toBe(two.conversation_id)
  })

  it('says that a person’s phone would ring, and goes on', async () => {
    await mergeProfile(db, FRESH, { transfer_phone: '(614) 555-0155' }, clock.now())
    const call = await dial()
    await call.say('my lawn needs mowing')
    expect(await call.press('0')).toBe(
      'On a real call, the phone of a person would ring now. Is there anything else?',
    )
    expect(await call.press('0')).not.toContain('would ring')
    expect(call.orders.filter(({ type }) => type === 'end')).toEqual([])
    expect(await call.hangUp()).toMatchObject({ outcome: 'message' })
  })

  it('is cut to what was heard before an interruption', async () => {
    const call = await dial()
    call.send({
      type: 'interrupt',
      utteranceUntilInterrupt: call.greeting.split(' ').slice(0, 3).join(' '),
      durationUntilInterruptMs: 900,
    })
    await call.say('i need mulch')
    const first = await db
      .selectFrom('messages')
      .select(['content', 'unheard'])
      .where('conversation_id', '=', call.conversation_id)
      .orderBy('position')
      .executeTakeFirst()
    expect(`${first?.content} ${first?.unheard}`).toBe(call.greeting)
    await call.hangUp()
  })

  it('does not depend on a plan, a number, or the switch for calls', async () => {
    await db
      .updateTable('organizations')
      .set({ subscription_status: 'canceled' })
      .where('id', '=', FRESH)
      .execute()
    const call = await dial()
    expect(await call.say('do you mow lawns')).not.toBe('')
    await call.hangUp()
  })
})

describe('the socket of a test call', () => {
  it('opens once, for pages of the console', async () => {
    const { url } = await start()
    expect(await opens(url, {})).toBe(false)
    expect(await opens(url, { Origin: 'https://shop.example' })).toBe(false)
    expect(await opens(url, { Origin: deps.config.origins.widget })).toBe(false)
    const signed = signedHeaders(url, LOCAL_TWILIO.authToken)
    expect(await opens(url, signed)).toBe(false)
    expect(await opens(`${url}x`, CONSOLE)).toBe(false)
    expect(await opens(url, CONSOLE)).toBe(true)
    expect(await opens(url, CONSOLE)).toBe(false)
  })

  it('opens within a minute', async () => {
    const { url } = await start()
    const now = clock.now()
    clock.advance(MINUTE_MS + 1)
    expect(await opens(url, CONSOLE)).toBe(false)
    clock.set(now)
    expect(await opens(url, CONSOLE)).toBe(true)
  })

  it('of a customer’s call does not open for the console', async () => {
    await answersCalls(server)
    const { twiml } = await post.texts.call('+16145554001', null, { To: OWN_NUMBER })
    const [, url = ''] = /url="([^"]*)"/.exec(twiml) ?? []
    expect(await opens(url, CONSOLE)).toBe(false)
    expect(await opens(url, signedHeaders(url, OWN_TWILIO.authToken))).toBe(true)
    // The number of tests is a customer's like any other on a real call.
    const call = await placeCall(post.texts, '+12025550147', { to: OWN_NUMBER })
    const row = await callOf(call.sid)
    expect(row).toMatchObject({ organization_id: GREEN, is_test: false })
    await call.hangUp()
  })
})

describe('starting a test call', () => {
  it('is for members of the organization, a number of times a day', async () => {
    const params = { orgId: FRESH }
    expect((await api(server, startTestCall, { params, as: 'rival' })).status).toBe(403)
    expect((await api(server, startTestCall, { params, as: null })).status).toBe(401)
    await eventually(async () => {
      const { status, body } = await api(server, startTestCall, { params })
      expect([status, body.message]).toEqual([429, expect.stringMatching(/^Too many test calls in a day/)])
    })
  })
})
