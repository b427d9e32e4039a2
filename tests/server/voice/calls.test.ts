import { beforeEach, describe, expect, it } from 'vitest'
import { type Caller, openSocket, placeCall, signedHeaders } from '../../../dev/post/calls.ts'
import { LOCAL_TWILIO, OWN_TWILIO } from '../../../dev/post/texts.ts'
import { mergeProfile } from '../../../server/profiles/stored-profile.ts'
import { readInboxConversation } from '../../../src/contract/conversations.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { call as api, GREEN } from '../../support/api.ts'
import { unspeakable } from '../../support/speakable.ts'
import { OWN_NUMBER, voiceServer } from '../../support/voice.ts'

const server = await voiceServer()
const { deps, post, clock } = server
const { db } = deps
let caller = ''
let count = 0

beforeEach(async () => {
  count += 1
  caller = `+1614555${String(4000 + count)}`
  const settings = { answers_calls: true, text_back: false, blocked_numbers: [] }
  await mergeProfile(db, GREEN, { ...settings, transfer_phone: null, ring_first: null }, clock.now())
  // The times that other tests have booked are free again.
  await db
    .deleteFrom('leads')
    .where('conversation_id', 'in', db.selectFrom('calls').select('conversation_id'))
    .execute()
})

const callOf = (sid: string) =>
  db.selectFrom('calls').selectAll().where('id', '=', sid).executeTakeFirstOrThrow()

async function leadOf(sid: string) {
  const { conversation_id: id } = await callOf(sid)
  return db.selectFrom('leads').selectAll().where('conversation_id', '=', id).executeTakeFirst()
}

async function messagesOf(sid: string) {
  const { conversation_id: id } = await callOf(sid)
  return db
    .selectFrom('messages')
    .select(['author', 'content', 'unheard', 'message_type'])
    .where('conversation_id', '=', id)
    .orderBy('position')
    .execute()
}

/** Says several things, each after the agent's answer to the one before. Returns the last answer. */
async function talk(call: Caller, ...said: readonly string[]): Promise<string> {
  let answer = ''
  for (const each of said) {
    call.say(each)
    answer = await call.hears()
  }
  return answer
}

async function begun(...said: readonly string[]): Promise<{ call: Caller; answer: string }> {
  const call = await server.dial(caller)
  const greeting = await call.hears()
  return { call, answer: said.length > 0 ? await talk(call, ...said) : greeting }
}

/** What a caller says until the agent proposes a time. */
const UNTIL_PROPOSAL = [
  'hi i need my lawn mowed every week',
  'jane doe',
  '12 Oak Street, Columbus, OH 43215',
  'yes',
  'monday morning at eight thirty',
]
const PROPOSAL = /Monday, November twenty third at eight thirty in the morning, shall I book the call\?$/

describe('a call', () => {
  it('is answered by the agent, which says what it is, and books', async () => {
    const { call, answer } = await begun()
    expect(answer).toMatch(/^This is Fern, the automated assistant of Green Acres/)
    expect(call.twiml()).toContain('ignoreBackchannel="true"')
    expect(await talk(call, ...UNTIL_PROPOSAL.slice(0, 3))).toBe(
      'Let me read that back. The address is twelve Oak Street, Columbus, O H four three two one five. Is that right?',
    )
    expect((await leadOf(call.sid))?.prospect_address).toBeNull()
    expect(await talk(call, ...UNTIL_PROPOSAL.slice(3))).toMatch(PROPOSAL)
    expect(await talk(call, 'yes that works')).toContain('is booked for Monday, November twenty third')
    await call.hangUp()
    expect(await callOf(call.sid)).toMatchObject({
      organization_id: GREEN,
      phone: caller,
      outcome: 'booked',
      summary: expect.stringMatching(
        /^Jane Doe called about .* at 12 Oak Street.*Booked: Monday, November 23/,
      ),
      ended_at: expect.any(Date),
    })
    expect(await leadOf(call.sid)).toMatchObject({
      source: 'phone',
      prospect_name: 'Jane Doe',
      prospect_address: '12 Oak Street, Columbus, OH 43215',
      booking_start_time: new Date('2026-11-23T13:30:00Z'),
      status: 'converted',
    })
    for (const said of call.said) expect(unspeakable(said)).toEqual([])
    const spoken = (await messagesOf(call.sid)).filter(({ author }) => author === 'agent')
    expect(spoken.map(({ content }) => content)).toEqual(call.said)
  })

  it('continues the conversation with its caller, whom it knows', async () => {
    const { call } = await begun('i need my lawn mowed', 'jane doe')
    await call.hangUp()
    const again = await server.dial(caller)
    expect((await callOf(again.sid)).conversation_id).toBe((await callOf(call.sid)).conversation_id)
    await again.hangUp()
    const spoofed = await server.dial(caller, { StirVerstat: 'TN-Validation-Failed-C' })
    expect(await callOf(spoofed.sid)).toMatchObject({ phone: null })
    expect((await callOf(spoofed.sid)).conversation_id).not.toBe((await callOf(call.sid)).conversation_id)
    await spoofed.hangUp()
  })

  it('from which the caller hangs up leaves a lead with what was said', async () => {
    const { call } = await begun(...UNTIL_PROPOSAL.slice(0, 3))
    await call.hangUp()
    expect(await callOf(call.sid)).toMatchObject({ outcome: 'message' })
    expect(await leadOf(call.sid)).toMatchObject({
      prospect_name: 'Jane Doe',
      prospect_address: null,
      booking_start_time: null,
    })
    expect((await messagesOf(call.sid)).at(-1)).toMatchObject({
      message_type: 'note',
      content: 'Said on the phone, but not confirmed: address 12 Oak Street, Columbus, OH 43215.',
    })
  })

  it('in which nothing was said is abandoned, and texted back if the business wants that', async () => {
    const call = await server.dial(caller)
    await call.hangUp()
    expect(await callOf(call.sid)).toMatchObject({ outcome: 'abandoned', summary: null })
    expect(await leadOf(call.sid)).toBeUndefined()
    await mergeProfile(db, GREEN, { text_back: true }, clock.now())
    const other = await server.dial(caller)
    await other.hangUp()
    const missed = await db.selectFrom('missed_calls').select('id').where('phone', '=', caller).execute()
    expect(missed).toEqual([{ id: other.sid }])
  })

  it('is one of several at the same time, of which only one books a time', async () => {
    const calls = await Promise.all(
      [1, 2].map(async (each) => {
        const call = await server.dial(`+161455580${count}${each}`)
        await call.hears()
        await talk(call, ...UNTIL_PROPOSAL.slice(0, 4), 'tuesday morning at nine')
        return call
      }),
    )
    const answers = await Promise.all(calls.map((call) => talk(call, 'yes')))
    expect(answers.filter((answer) => answer.includes('is booked'))).toHaveLength(1)
    expect(answers.filter((answer) => /taken/.test(answer))).toHaveLength(1)
    await Promise.all(calls.map((call) => call.hangUp()))
  })
})

describe('what a caller confirms', () => {
  it('is read back again after a correction, and stored only then', async () => {
    const { call } = await begun('i need my lawn mowed', 'jane doe', '12 Oak Street, Columbus, OH 43215')
    const answer = await talk(call, "no, it's 14 Oak Street, Columbus, OH 43215")
    expect(answer).toContain('The address is fourteen Oak Street')
    expect((await leadOf(call.sid))?.prospect_address).toBeNull()
    await talk(call, 'yes')
    expect((await leadOf(call.sid))?.prospect_address).toBe('14 Oak Street, Columbus, OH 43215')
    await call.hangUp()
  })

  it('is asked for again after a no, and left to the team after another one', async () => {
    const { call } = await begun('i need my lawn mowed', 'jane doe', '12 Oak Street, Columbus, OH 43215')
    expect(await talk(call, 'no')).toBe('Sorry about that. What is the right address?')
    expect(await talk(call, '20 Elm Street, Columbus, OH 43215')).toContain(
      'The address is twenty Elm Street',
    )
    expect(await talk(call, 'no')).toContain('the team will check that with you')
    await call.hangUp()
    expect((await leadOf(call.sid))?.prospect_address).toBeNull()
    expect((await messagesOf(call.sid)).at(-1)?.content).toContain('not confirmed: address 20 Elm Street')
  })

  it('includes another phone number and an email address', async () => {
    const { call } = await begun('i need my lawn mowed', 'jane doe')
    expect(await talk(call, 'call me at 614 555 0188 instead')).toContain(
      'Your number is six one four, five five five, zero one eight eight. Is that right?',
    )
    expect((await leadOf(call.sid))?.prospect_phone).not.toContain('0188')
    await talk(call, 'yes')
    expect((await leadOf(call.sid))?.prospect_phone).toBe('(614) 555-0188')
    expect(await talk(call, 'my email is jane.doe@gmail.com')).toContain(
      'Your email is jane dot doe at gmail dot com. Is that right?',
    )
    await talk(call, "that's correct")
    expect((await leadOf(call.sid))?.prospect_email).toBe('jane.doe@gmail.com')
    await call.hangUp()
  })

  it.each(['yes', 'yes that is correct'])(
    'does not include what they heard only in part: %s',
    async (yes) => {
      const { call, answer } = await begun(
        'i need my lawn mowed',
        'jane doe',
        '12 Oak Street, Columbus, OH 43215',
      )
      call.interrupt(8)
      expect(await talk(call, yes)).toBe(answer)
      expect((await leadOf(call.sid))?.prospect_address).toBeNull()
      await talk(call, 'yes')
      expect((await leadOf(call.sid))?.prospect_address).toBe('12 Oak Street, Columbus, OH 43215')
      await call.hangUp()
    },
  )

  it.each([
    [1, 'yes'],
    [4, 'yes please book that'],
    [9, 'yes'],
    [12, 'yes please book that'],
  ])('does not include a time of which they heard %i words: %s', async (words, yes) => {
    const { call } = await begun(...UNTIL_PROPOSAL)
    call.interrupt(words)
    expect(await talk(call, yes)).toMatch(PROPOSAL)
    expect((await leadOf(call.sid))?.booking_start_time).toBeNull()
    await call.hangUp()
    expect(await callOf(call.sid)).toMatchObject({ outcome: 'message' })
  })

  it('is not confirmed by a sound', async () => {
    const { call } = await begun(...UNTIL_PROPOSAL)
    expect(await talk(call, 'mhm')).toBe('Sorry, was that a yes?')
    expect((await leadOf(call.sid))?.booking_start_time).toBeNull()
    expect(await talk(call, 'wait, no, wednesday at ten')).toMatch(/Wednesday, November twenty fifth at ten/)
    expect((await leadOf(call.sid))?.booking_start_time).toBeNull()
    await call.hangUp()
  })
})

describe('an interruption', () => {
  it('cuts the message after what was heard', async () => {
    const { call } = await begun('i need my lawn mowed')
    call.interrupt(2)
    call.say('wait, no, i need mulch')
    await call.hears()
    const cut = (await messagesOf(call.sid)).find(({ unheard }) => unheard !== null)
    expect(cut?.content.split(' ')).toHaveLength(2)
    expect(`${cut?.content} ${cut?.unheard}`).toBe(call.said[1])
    await call.hangUp()
    const { conversation_id: conversationId } = await callOf(call.sid)
    const thread = await api(server, readInboxConversation, { params: { orgId: GREEN, conversationId } })
    expect(thread.body).toMatchObject({
      conversation: { channel: 'phone' },
      messages: expect.arrayContaining([expect.objectContaining({ unheard: cut?.unheard })]),
      calls: [{ id: call.sid, outcome: 'message', seconds: expect.any(Number), summary: expect.any(String) }],
    })
  })

  it('by somebody who only listens is none', async () => {
    const { call } = await begun('i need my lawn mowed')
    const before = await messagesOf(call.sid)
    call.say('okay', { agentSpeaking: true })
    call.say('mhm', { agentSpeaking: true })
    call.say('', {})
    call.say('jane', { last: false })
    expect(await talk(call, 'jane doe')).toContain('Jane')
    expect(await messagesOf(call.sid)).toHaveLength(before.length + 2)
    await call.hangUp()
  })

  it('by a sound makes the agent say the rest', async () => {
    const { call } = await begun('i need my lawn mowed')
    const [, said = ''] = call.said
    call.interrupt(3)
    expect(await talk(call, 'uh-huh')).toBe(said.split(' ').slice(3).join(' '))
    await call.hangUp()
  })

  it('lets the agent continue an answer in pieces, unless the caller says something', async () => {
    await db
      .insertInto('faqs')
      .values({
        id: 'faq_calls',
        organization_id: GREEN,
        question: 'Do you haul away clippings?',
        answer: `Yes, ${'we take them along, '.repeat(8)}and that costs nothing. Bags are extra.`,
        order_index: 90,
      })
      .execute()
    const { call, answer } = await begun('do you haul away clippings')
    expect(answer).toMatch(/^Yes, we take them along/)
    expect(await call.hears()).toContain('Bags are extra.')
    for (const said of call.said) expect(unspeakable(said)).toEqual([])
    await call.hangUp()
  })
})

describe('a silent caller', () => {
  it('is asked twice, and then hears a goodbye', async () => {
    const quiet = await voiceServer({ silence: 20 })
    const call = await quiet.dial(caller)
    for (const said of [/^This is/, 'Are you still there?', 'Hello? Can you hear me?', /^I can not hear you/])
      expect(await call.hears()).toMatch(said)
    await call.ended()
    expect(call.twiml()).toContain('<Hangup/>')
    const ended = await quiet.deps.db.selectFrom('calls').selectAll().execute()
    expect(ended).toMatchObject([{ id: call.sid, outcome: 'abandoned' }])
  })
})

describe('keys', () => {
  it('reach a person with 0, and spell a phone number', async () => {
    const { call } = await begun('i need my lawn mowed')
    for (const digit of '6145550199') call.press(digit)
    call.press('#')
    expect(await call.hears()).toContain('six one four, five five five, zero one nine nine')
    call.press('0')
    call.press('#')
    await call.hears()
    const { conversation_id: id } = await callOf(call.sid)
    const conversation = await db
      .selectFrom('conversations')
      .select(['status', 'needs'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(conversation).toEqual({ status: 'needs_person', needs: 'asked' })
    call.press('7')
    call.press('*')
    call.press('#')
    await call.hangUp()
  })
})

describe('a connection', () => {
  it('that drops is made again, and the agent repeats what it said', async () => {
    const { call, answer } = await begun('i need my lawn mowed')
    await call.drop()
    expect(await call.hears()).toBe(`Sorry, the line dropped for a moment. ${answer}`)
    expect(await talk(call, 'jane doe')).toContain('Jane')
    await call.hangUp()
    expect(await callOf(call.sid)).toMatchObject({ outcome: 'message' })
  })

  it('that drops again and again ends with an apology', async () => {
    const { call } = await begun('i need my lawn mowed')
    for (let drop = 0; drop < 4; drop += 1) await call.drop()
    await call.ended()
    expect(call.twiml()).toMatch(/<Say language="en-US">Sorry, something went wrong.*<\/Say><Hangup\/>/)
    expect((await callOf(call.sid)).ended_at).not.toBeNull()
  })

  it('ignores ten unknown frames, and frames before the first one', async () => {
    const { call } = await begun()
    for (let frame = 0; frame < 10; frame += 1) call.send(`{"type":"unknown","n":${frame}}`)
    call.send('not json')
    call.send('{"type":"prompt"}')
    call.send('{"type":"prompt","voicePrompt":"\\u0000"}')
    expect(await talk(call, 'i need my lawn mowed')).toContain('name')
    expect(call.closed()).toBeNull()
    await call.hangUp()
  })

  it('closes at a frame of 2 MB, and the next one continues', async () => {
    const { call, answer } = await begun('i need my lawn mowed')
    call.say('a'.repeat(2 * 1024 * 1024))
    expect(await call.hears()).toContain(answer)
    expect(await talk(call, 'jane doe')).toContain('Jane')
    await call.hangUp()
  })

  it('counts only with the token of a call, once, in an address that its account has signed', async () => {
    const answered = async () => {
      const { twiml } = await post.texts.call(caller, null, { To: OWN_NUMBER })
      return /url="([^"]*)"/.exec(twiml)?.[1] ?? ''
    }
    const opens = (url: string, headers: Record<string, string>) =>
      new Promise<boolean>((resolve) => {
        const socket = openSocket(url, headers)
        socket.addEventListener('open', () => {
          resolve(true)
          socket.close()
        })
        socket.addEventListener('error', () => resolve(false))
      })
    const url = await answered()
    expect(url).toMatch(/^ws:\/\/localhost:\d+\/api\/v1\/voice\/relay\/[\w-]{43}$/)
    const signed = (address: string, token: string = OWN_TWILIO.authToken) => signedHeaders(address, token)
    expect(await opens(url, {})).toBe(false)
    expect(await opens(url, { 'X-Twilio-Signature': 'AAAA' })).toBe(false)
    expect(await opens(url, signed(url, LOCAL_TWILIO.authToken))).toBe(false)
    expect(await opens(url, signed(url.replace('ws:', 'http:')))).toBe(false)
    expect(await opens(`${url}x`, signed(`${url}x`))).toBe(false)
    expect(await opens(url, signed(url))).toBe(true)
    // A replay.
    expect(await opens(url, signed(url))).toBe(false)
    const plain = await fetch(url.replace('ws:', 'http:'), { headers: signed(url) })
    expect(plain.status).toBe(404)
    for (const path of ['ended', 'dialed', 'whisper', 'accept']) {
      const forged = await fetch(`${server.origin}/api/v1/voice/${path}`, {
        method: 'POST',
        headers: { 'X-Twilio-Signature': 'AAAA' },
        body: new URLSearchParams({ AccountSid: OWN_TWILIO.accountSid, To: OWN_NUMBER, Digits: '1' }),
      })
      expect(forged.status).toBe(403)
    }
  })

  it('is closed if it names another call, or once another one leads the call', async () => {
    const call = await server.dial(caller)
    const { twiml } = await post.texts.call(caller, null, { To: OWN_NUMBER, CallSid: call.sid })
    const [, url = ''] = /url="([^"]*)"/.exec(twiml) ?? []
    const other = openSocket(url, signedHeaders(url, OWN_TWILIO.authToken))
    await new Promise((opened) => other.addEventListener('open', opened))
    const closed = new Promise<number>((resolve) =>
      other.addEventListener('close', ({ code }) => resolve(code)),
    )
    // The call's state belongs to the new connection, so the old one is closed, and the carrier makes another.
    const [greeting] = call.said
    call.say('i need my lawn mowed')
    expect(await call.hears()).toBe(greeting)
    expect(await call.hears()).toBe(`Sorry, the line dropped for a moment. ${greeting}`)
    expect(await messagesOf(call.sid)).toHaveLength(1)
    other.send(JSON.stringify({ type: 'setup', callSid: 'CA-other' }))
    expect(await closed).toBe(1008)
    await call.hangUp()
  })
})

describe('a person', () => {
  const PERSON = '+16145550155'
  const ask = async (more: Parameters<typeof mergeProfile>[2] = {}) => {
    await mergeProfile(db, GREEN, { transfer_phone: '(614) 555-0155', ...more }, clock.now())
    const { call } = await begun('my lawn needs mowing', 'jane doe')
    const answer = await talk(call, 'can i talk to a real person please')
    return { call, answer }
  }

  it('takes a call by pressing 1, after hearing whose it is', async () => {
    const { call, answer } = await ask()
    expect(answer).toBe('One moment, I am connecting you with a person.')
    await call.ended()
    expect(call.twiml()).toContain(`>${PERSON}</Number>`)
    expect(await call.rings('1')).toMatch(
      /A call for Green Acres.* from Jane Doe about .*Press 1 to take it\./,
    )
    expect(call.twiml()).toContain('<Hangup/>')
    expect(await callOf(call.sid)).toMatchObject({ outcome: 'transferred', ended_at: expect.any(Date) })
  })

  it.each([
    ['does not pick up', null],
    ['is a voicemail, which presses nothing', ''],
    ['presses another key', '9'],
  ])('who %s leaves the call to the agent, and a task', async (_, keys) => {
    const { call } = await ask()
    await call.ended()
    await call.rings(keys)
    expect(await call.hears()).toMatch(/^Sorry, nobody is free right now\. The team will call you back\./)
    // The agent doesn't try again.
    expect(await talk(call, 'then let me talk to a human')).not.toContain('connecting')
    await call.hangUp()
    expect(await callOf(call.sid)).toMatchObject({ outcome: 'message' })
    const lead = await leadOf(call.sid)
    const tasks = await db
      .selectFrom('tasks')
      .select('text')
      .where('lead_id', '=', lead?.id ?? '')
      .execute()
    expect(tasks).toEqual([{ text: 'Call back: asked for a person on the phone' }])
  })

  it.each([
    ['without a number', { transfer_phone: null }],
    ['with the number that forwards here', { transfer_phone: '(614) 555-0170', phone: '(614) 555-0170' }],
    ['with a costly number', { transfer_phone: '+1 900 555 0123' }],
  ])('is not called %s', async (_, settings) => {
    const { call, answer } = await ask(settings)
    expect(answer).not.toContain('connecting')
    expect(call.closed()).toBeNull()
    await call.hangUp()
  })

  it('is not called while the business is closed', async () => {
    const noon = clock.now()
    clock.advance(12 * HOUR_MS)
    const { call, answer } = await ask()
    expect(answer).not.toContain('connecting')
    await call.hangUp()
    clock.set(noon)
  })

  it('can be called first, and otherwise the agent answers', async () => {
    await mergeProfile(db, GREEN, { transfer_phone: PERSON, ring_first: 'open' }, clock.now())
    const taken = await server.dial(caller)
    expect(await taken.rings('1')).toContain('A call for your business.')
    expect(taken.twiml()).toContain('<Hangup/>')
    const call = await server.dial(caller)
    await call.rings(null)
    expect(await call.hears()).toMatch(/^This is Fern, the automated assistant/)
    await call.hangUp()
    expect(await db.selectFrom('calls').select('id').where('phone', '=', caller).execute()).toEqual([
      { id: call.sid },
    ])
  })
})

describe('the page of the carrier’s stand-in', () => {
  it('plays a caller', async () => {
    const body = new URLSearchParams({
      phone: caller,
      business: '',
      called: OWN_NUMBER,
      lines: 'i need my lawn mowed\n[interrupt 2] wait, no, mulch\n\n[drop]\njane doe',
    })
    const page = await (await fetch(`${server.origin}/__local/sms/call`, { method: 'POST', body })).text()
    expect(page).toContain('This is Fern, the automated assistant')
    expect(page).toContain('Sorry, the line dropped for a moment.')
    const [call] = await db.selectFrom('calls').select('outcome').where('phone', '=', caller).execute()
    expect(call).toEqual({ outcome: 'message' })
  })
})

describe('a call stays unanswered', () => {
  it('to a number of no business', async () => {
    expect((await post.texts.call(caller, null)).twiml).toContain('<Reject/>')
    expect((await post.texts.call(caller, '+16145550199')).twiml).toContain('<Reject/>')
  })

  it('if the business has not switched the agent on, or has blocked the caller', async () => {
    const dial = async () => (await post.texts.call(caller, null, { To: OWN_NUMBER })).twiml
    await mergeProfile(db, GREEN, { answers_calls: false }, clock.now())
    expect(await dial()).toContain('<Reject/>')
    await mergeProfile(db, GREEN, { answers_calls: true, blocked_numbers: [caller] }, clock.now())
    expect(await dial()).toContain('<Reject/>')
    await mergeProfile(db, GREEN, { blocked_numbers: [] }, clock.now())
    expect(await dial()).toContain('<ConversationRelay')
    const call = await placeCall(post.texts, caller, { to: OWN_NUMBER })
    await call.hangUp()
  })

  it('from the 31st of a number in a day on', async () => {
    for (let call = 0; call < 30; call += 1) {
      const { twiml } = await post.texts.call(caller, null, { To: OWN_NUMBER })
      expect(twiml).toContain('<ConversationRelay')
    }
    expect((await post.texts.call(caller, null, { To: OWN_NUMBER })).twiml).toContain('<Reject/>')
  })
})
