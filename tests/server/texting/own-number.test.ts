import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeForm, LOCAL_TWILIO, OWN_TWILIO, signTwilio } from '../../../dev/post/texts.ts'
import { segmentsOf } from '../../../server/notifications/compose/fit-text.ts'
import { deliver } from '../../../server/notifications/deliver.ts'
import { countAnswer, hashOf } from '../../../server/notifications/sent-messages.ts'
import { mergeProfile } from '../../../server/profiles/stored-profile.ts'
import { disconnect as disconnectNumber } from '../../../server/texting/connected-number.ts'
import type { PhoneLine } from '../../../src/contract/phone.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { FRESH, GREEN } from '../../support/api.ts'
import { confirm } from '../../support/confirmed.ts'
import { until } from '../../support/eventually.ts'
import { addNotification } from '../../support/notification-row.ts'
import { phonePhoto } from '../../support/pictures.ts'
import { columnsContaining } from '../../support/search-tables.ts'
import { TEST_NOW } from '../../support/server.ts'
import { textingServer } from '../../support/texting.ts'

const server = await textingServer()
const { deps, post, clock } = server
const { db } = deps
const [NUMBER, SECOND, CALLS_ONLY] = OWN_TWILIO.numbers
const INBOUND = '/api/v1/sms/inbound'
const STATUS = '/api/v1/sms/status'
let phone = ''
let count = 0

const CREDENTIALS = { account_sid: OWN_TWILIO.accountSid, auth_token: OWN_TWILIO.authToken }

const api = (method: string, path: string, body?: object, organizationId = GREEN) =>
  server.call(`/api/v1/organizations/${organizationId}/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })

const connect = (given: object = {}, organizationId = GREEN) =>
  api('PUT', 'phone-number', { ...CREDENTIALS, phone: '(500) 555-0007', ...given }, organizationId)

const disconnect = (organizationId = GREEN) => api('DELETE', 'phone-number', undefined, organizationId)

const problems = async () =>
  ((await (await api('POST', 'phone-number/check', {})).json()) as { problems: string[] }).problems

const line = async (organizationId = GREEN) =>
  (await (await api('GET', 'phone-line', undefined, organizationId)).json()) as PhoneLine

/** Sends a text from the phone to a number. */
const textTo = (number: string, text: string, more = {}) => server.text(phone, text, { To: number, ...more })

/** Returns the texts to the phone, oldest first, each with the number that it is from. */
const received = () =>
  post.texts.texts
    .list()
    .filter((each) => each.phone === phone && !each.isReply)
    .map(({ number, text }) => ({ number, text }))
    .toReversed()

/** Waits for a number of texts to the phone. */
async function receives(least: number) {
  await until(() => received().length >= least)
  return received()
}

const conversations = () =>
  db.selectFrom('conversations').select('organization_id').where('text_phone', '=', phone).execute()

const optOuts = () =>
  db.selectFrom('sms_opt_outs').select('organization_id').where('phone', '=', phone).execute()

/** Sends a webhook with a signature, as somebody on the internet can. */
const webhook = (path: string, form: Record<string, string>, key: string) =>
  fetch(`${server.origin}${path}`, {
    method: 'POST',
    headers: { 'X-Twilio-Signature': signTwilio(`${server.origin}${path}`, form, key) },
    body: encodeForm(form),
  })

/** Waits until nothing is on its way. */
const settled = () =>
  until(async () => {
    const open = await db
      .selectFrom('notifications')
      .select('id')
      .where('channel', '=', 'sms')
      .where('status', 'in', ['queued', 'sent'])
      .where('due_at', 'is', null)
      .where('provider_id', 'is distinct from', 'planted')
      .execute()
    return open.length === 0
  })

/** Returns why answers to the phone were not sent. */
const outcomes = async () => {
  const rows = await db
    .selectFrom('notifications')
    .select('reason')
    .where('recipient', '=', phone)
    .where('kind', '=', 'text')
    .where('status', '=', 'canceled')
    .execute()
  return rows.map(({ reason }) => reason)
}

/** Lets a business have texted the phone. */
const texted = (organizationId: string, more = {}) =>
  addNotification(db, {
    organization_id: organizationId,
    kind: 'reminder',
    channel: 'sms',
    audience: 'visitor',
    recipient: phone,
    status: 'sent',
    provider_id: 'planted',
    created_at: clock.now(),
    sent_at: new Date(clock.now().getTime() - HOUR_MS),
    ...more,
  })

beforeEach(async () => {
  await post.clear()
  // Noon in New York: callers are texted back at once.
  clock.set(new Date(TEST_NOW.getTime() + 2 * HOUR_MS))
  for (const table of ['own_numbers', 'sms_opt_outs', 'landlines', 'missed_calls'] as const)
    await db.deleteFrom(table).execute()
  count += 1
  phone = `+1614555${String(5000 + count)}`
  for (const id of [GREEN, FRESH])
    await mergeProfile(db, id, { phone: '(614) 555-0170', text_back: true, blocked_numbers: [] }, clock.now())
})

afterEach(settled)

describe('connecting a number', () => {
  it('sets its addresses at Twilio, and shows neither SID nor token', async () => {
    const response = await connect()
    const text = await response.text()
    expect([response.status, text]).toEqual([200, expect.stringContaining(NUMBER)])
    expect(text).not.toContain(OWN_TWILIO.authToken)
    expect(text).not.toContain(OWN_TWILIO.accountSid)
    expect((await line()).own).toEqual({
      number: NUMBER,
      number_display: '(500) 555-0007',
      carrier: 'twilio',
      account_last4: '1111',
      connected_at: clock.now().toISOString(),
      trouble: null,
      last_text_at: null,
      last_call_at: null,
      text_url: `${server.origin}${INBOUND}`,
      call_url: `${server.origin}/api/v1/voice/inbound`,
    })
    expect(post.texts.numbers[0]).toMatchObject({
      sms_url: `${server.origin}${INBOUND}`,
      voice_url: `${server.origin}/api/v1/voice/inbound`,
    })
    expect(await problems()).toEqual([])
    expect((await line(FRESH)).own).toBeNull()
  })

  it('keeps the token out of the database and the export', async () => {
    await connect()
    expect(await columnsContaining(db, OWN_TWILIO.authToken)).toEqual([])
    const { sealed } = await db.selectFrom('own_numbers').select('sealed').executeTakeFirstOrThrow()
    expect(deps.secrets?.open(sealed, `own_numbers:${GREEN}`)).toBe(OWN_TWILIO.authToken)
    expect(() => deps.secrets?.open(sealed, `own_numbers:${FRESH}`)).toThrow()
    const exported = await (await api('GET', 'export')).text()
    expect(exported).toContain(NUMBER)
    expect(exported).not.toContain(sealed)
  })

  it.each([
    [{ auth_token: 'wrong' }, 'auth_token', 409],
    [{ account_sid: `AC${'2'.repeat(32)}` }, 'auth_token', 409],
    [{ account_sid: 'AC1' }, 'account_sid', 400],
    [{ auth_token: '  ' }, 'auth_token', 400],
    [{ auth_token: 'x'.repeat(100_000) }, 'auth_token', 400],
    [{ phone: '' }, 'phone', 400],
    [{ phone: '12' }, 'phone', 409],
    [{ phone: '+16145550199' }, 'phone', 409],
    [{ phone: CALLS_ONLY }, 'phone', 409],
    [{ phone: LOCAL_TWILIO.from }, 'phone', 409],
  ])('refuses %j, and names the field %s', async (given, field, status) => {
    const response = await connect(given)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ details: [{ path: field, message: expect.any(String) }] })
    expect(await db.selectFrom('own_numbers').selectAll().execute()).toEqual([])
  })

  it('gives a number to one of two businesses that connect it at once', async () => {
    const responses = await Promise.all([connect({}, GREEN), connect({}, FRESH)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await db.selectFrom('own_numbers').select('phone').execute()).toEqual([{ phone: NUMBER }])
    expect((await connect({ phone: SECOND }, GREEN)).status).toBe(200)
  })

  it('replaces the former number, which no longer points here', async () => {
    await connect()
    await connect({ phone: SECOND })
    expect((await line()).own?.number).toBe(SECOND)
    expect(post.texts.numbers.map(({ sms_url }) => sms_url !== '')).toEqual([false, true, false])
    expect((await connect({}, FRESH)).status).toBe(200)
  })

  it('is for admins of the organization', async () => {
    const path = `/api/v1/organizations/${GREEN}/phone-number`
    const asRival = await server.fetchApi(path, { method: 'DELETE', as: 'rival' })
    expect(asRival.status).toBe(403)
    expect((await api('POST', 'phone-number/check', {}, FRESH)).status).toBe(404)
    expect((await disconnect()).status).toBe(204)
  })
})

describe('the check', () => {
  it('says what is wrong at Twilio', async () => {
    await connect()
    const [number] = post.texts.numbers
    if (!number) throw new Error('There is no number')
    Object.assign(number, { sms_url: 'https://other.example/', voice_url: '' })
    expect(await problems()).toEqual([
      `Texts go to another address. Enter ${server.origin}${INBOUND} at Twilio.`,
      `Calls go nowhere: Twilio has no address for them. Enter ${server.origin}/api/v1/voice/inbound.`,
    ])
    Object.assign(number, { sms_url: `${server.origin}${INBOUND}`, sms_method: 'GET', trunk_sid: 'TK1' })
    expect(await problems()).toEqual([
      'Twilio reports texts by GET. Choose HTTP POST there.',
      'Calls go to a SIP trunk at Twilio instead of here.',
    ])
    number.sms_application_sid = 'AP1'
    expect((await problems())[0]).toBe('Texts go to a TwiML app at Twilio instead of here.')
    post.texts.numbers.shift()
    expect(await problems()).toEqual(['The number is no longer in this account.'])
    post.texts.changeToken('new')
    expect(await problems()).toEqual([
      'Twilio no longer accepts the account SID and the auth token. Connect the number again.',
    ])
    expect((await line()).own?.trouble).toContain('no longer accepts')
  })
})

describe('a text to the own number', () => {
  it('is for its business, whomever else the sender knows, and is answered from it', async () => {
    await connect()
    await texted(FRESH)
    expect(await textTo(NUMBER, 'hi i need weekly mowing')).toBe(200)
    const [answer] = await receives(1)
    expect(answer?.number).toBe(NUMBER)
    expect(await conversations()).toEqual([{ organization_id: GREEN }])
    expect((await line()).own?.last_text_at).toBe(clock.now().toISOString())
  })

  it('changes nothing when it arrives again', async () => {
    await connect()
    const form = { MessageSid: `SM-again-${phone}` }
    await Promise.all([
      textTo(NUMBER, 'hi i need weekly mowing', form),
      textTo(NUMBER, 'hi i need weekly mowing', form),
    ])
    await receives(1)
    await textTo(NUMBER, 'hi i need weekly mowing', form)
    await textTo(NUMBER, 'Kay Lund')
    await receives(2)
    const said = await db
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
      .select('content')
      .where('text_phone', '=', phone)
      .where('author', '=', 'visitor')
      .orderBy('position')
      .execute()
    expect(said.map(({ content }) => content)).toEqual(['hi i need weekly mowing', 'Kay Lund'])
  })

  it('brings pictures with the credentials of its account', async () => {
    await connect()
    const picture = await phonePhoto()
    const own = post.texts.attach('image/jpeg', picture, NUMBER)
    const shared = post.texts.attach('image/jpeg', picture)
    await textTo(NUMBER, 'look', { NumMedia: '2', MediaUrl0: own, MediaUrl1: shared })
    await receives(1)
    const photos = await db
      .selectFrom('photos')
      .innerJoin('conversations', 'conversations.id', 'photos.conversation_id')
      .select('photos.id')
      .where('text_phone', '=', phone)
      .execute()
    expect(photos).toHaveLength(1)
    // The file of another account is neither read nor removed.
    expect([...post.texts.files.keys()]).toEqual([new URL(shared).pathname])
  })

  it('is refused with a missing, wrong, or copied signature', async () => {
    await connect()
    const form = {
      AccountSid: OWN_TWILIO.accountSid,
      MessageSid: `SM-forged-${phone}`,
      From: phone,
      To: NUMBER,
      Body: 'STOP',
    }
    expect((await webhook(INBOUND, form, LOCAL_TWILIO.authToken)).status).toBe(403)
    expect((await webhook(INBOUND, form, '')).status).toBe(403)
    const copied = signTwilio(`${server.origin}${INBOUND}`, { ...form, Body: 'hello' }, OWN_TWILIO.authToken)
    const headers = { 'X-Twilio-Signature': copied }
    const body = encodeForm(form)
    expect((await fetch(`${server.origin}${INBOUND}`, { method: 'POST', headers, body })).status).toBe(403)
    // Its token counts for no other number.
    for (const other of [{ To: LOCAL_TWILIO.from }, { To: SECOND }, { AccountSid: LOCAL_TWILIO.accountSid }])
      expect((await webhook(INBOUND, { ...form, ...other }, OWN_TWILIO.authToken)).status).toBe(403)
    expect(await optOuts()).toEqual([])
    expect((await webhook(INBOUND, form, OWN_TWILIO.authToken)).status).toBe(200)
    expect(await optOuts()).toEqual([{ organization_id: GREEN }])
  })

  it('is refused after the number was disconnected', async () => {
    await connect()
    await disconnect()
    const form = { AccountSid: OWN_TWILIO.accountSid, MessageSid: 'SM1', From: phone, To: NUMBER, Body: 'hi' }
    expect((await webhook(INBOUND, form, OWN_TWILIO.authToken)).status).toBe(403)
  })
})

describe('a text from the own number', () => {
  it('that the credentials no longer send is retried and explained, and never comes from the shared number', async () => {
    await connect()
    post.texts.changeToken('rotated')
    const { accountSid } = OWN_TWILIO
    const form = {
      AccountSid: accountSid,
      MessageSid: `SM-kept-${phone}`,
      From: phone,
      To: NUMBER,
      Body: 'hi i need mowing',
    }
    await webhook(INBOUND, form, OWN_TWILIO.authToken)
    await until(async () => (await line()).own?.trouble !== null)
    expect((await line()).own?.trouble).toBe(
      'Twilio rejects the account SID or the auth token of your number.',
    )
    const [row] = await db
      .selectFrom('notifications')
      .select(['id', 'status', 'reason'])
      .where('recipient', '=', phone)
      .execute()
    expect(row).toMatchObject({
      status: 'queued',
      reason: 'Twilio rejects the account SID or the auth token of your number.',
    })
    await expect(deliver(deps, row?.id ?? '')).rejects.toThrow('Twilio rejects')
    expect(received()).toEqual([])
    await connect({ auth_token: 'rotated' })
    const sent = await receives(1)
    expect(sent.map(({ number }) => number)).toEqual([NUMBER])
    expect((await line()).own?.trouble).toBeNull()
  })

  it('to a number that a trial account cannot text is explained', async () => {
    await connect()
    await post.texts.faults.tell({ fault: '21608', times: 1 })
    await textTo(NUMBER, 'hi i need weekly mowing')
    await until(async () => (await line()).own?.trouble !== null)
    await receives(1)
    await until(async () => (await line()).own?.trouble === null)
  })

  it('is reported by its account only', async () => {
    await connect()
    await connect({ phone: SECOND }, FRESH)
    await texted(GREEN, { provider_id: 'SM-mine' })
    const report = (number: string, more: Record<string, string>, key: string = OWN_TWILIO.authToken) =>
      webhook(
        STATUS,
        { AccountSid: OWN_TWILIO.accountSid, From: number, To: phone, MessageSid: 'SM-mine', ...more },
        key,
      )
    const status = async () =>
      (
        await db
          .selectFrom('notifications')
          .select('status')
          .where('provider_id', '=', 'SM-mine')
          .executeTakeFirstOrThrow()
      ).status
    const lost = { MessageStatus: 'undelivered', ErrorCode: '30006' }
    expect((await report(NUMBER, lost, 'wrong')).status).toBe(403)
    expect((await report(SECOND, lost)).status).toBe(204)
    expect(await status()).toBe('sent')
    expect((await report(NUMBER, lost)).status).toBe(204)
    expect(await status()).toBe('failed')
    // A business can't stop the texts of others to a number.
    expect(await db.selectFrom('landlines').selectAll().execute()).toEqual([])
    expect((await report(NUMBER, { MessageStatus: 'delivered' })).status).toBe(204)
    expect(await status()).toBe('delivered')
  })
})

describe('an opt-out', () => {
  const mayText = async (organizationId: string) => {
    const before = received().length
    await db.deleteFrom('missed_calls').execute()
    await post.texts.call(phone, null, { To: organizationId === GREEN ? NUMBER : SECOND })
    await settled()
    return received().length > before
  }

  it('at an own number is from that business, and ends there', async () => {
    await connect()
    await connect({ phone: SECOND }, FRESH)
    await textTo(NUMBER, 'STOP')
    expect(await optOuts()).toEqual([{ organization_id: GREEN }])
    expect([await mayText(GREEN), await mayText(FRESH)]).toEqual([false, true])
    await textTo(SECOND, 'START')
    expect(await optOuts()).toEqual([{ organization_id: GREEN }])
    await server.text(phone, 'START')
    expect(await optOuts()).toEqual([{ organization_id: GREEN }])
    await textTo(NUMBER, 'START')
    expect(await optOuts()).toEqual([])
    expect(await mayText(GREEN)).toBe(true)
  })

  it('at the shared number is from all, also from a business that gets its own number later', async () => {
    await server.text(phone, 'STOP')
    await connect()
    await connect({ phone: SECOND }, FRESH)
    expect(await optOuts()).toEqual([{ organization_id: null }])
    expect([await mayText(GREEN), await mayText(FRESH)]).toEqual([false, false])
    await textTo(NUMBER, 'START')
    expect(await optOuts()).toEqual([{ organization_id: null }])
    expect(received().at(-1)?.text).toMatch(/^You have stopped texts from .* Text START to that number/)
    await server.text(phone, 'START')
    expect(await optOuts()).toEqual([])
    expect([await mayText(GREEN), await mayText(FRESH)]).toEqual([true, true])
  })

  it('at an own number still holds when the business returns to the shared number', async () => {
    await connect()
    await textTo(NUMBER, 'STOP')
    await disconnect()
    await texted(GREEN)
    await server.text(phone, 'hi i need weekly mowing')
    await until(async () => (await conversations()).length === 1)
    await settled()
    expect(received()).toEqual([])
  })
})

describe('a call', () => {
  it('to the own number is texted back from it, without a test call', async () => {
    await connect()
    const { twiml } = await post.texts.call(phone, null, { To: NUMBER })
    expect(twiml).toMatch(/<Say>Thank you for calling .*We will text you\.<\/Say><Hangup\/>/)
    expect((await receives(1)).map(({ number }) => number)).toEqual([NUMBER])
    expect(await conversations()).toEqual([{ organization_id: GREEN }])
    expect(await line()).toMatchObject({
      number: NUMBER,
      connected_at: clock.now().toISOString(),
      own: { last_call_at: clock.now().toISOString() },
    })
  })

  it('that is forwarded to the own number connects no line at the shared number', async () => {
    await connect()
    await post.texts.call(phone, '+16145550199', { To: NUMBER })
    await receives(1)
    expect(await db.selectFrom('phone_lines').selectAll().execute()).toEqual([])
  })

  it('that its account has not signed is refused', async () => {
    await connect()
    const form = { AccountSid: OWN_TWILIO.accountSid, CallSid: 'CA1', From: phone, To: NUMBER }
    expect((await webhook('/api/v1/voice/inbound', form, LOCAL_TWILIO.authToken)).status).toBe(403)
    expect((await line()).own?.last_call_at).toBeNull()
  })
})

describe('disconnecting', () => {
  it('deletes the credentials, frees the number, and returns to the shared number', async () => {
    await connect()
    await textTo(NUMBER, 'hi i need weekly mowing')
    await receives(1)
    await settled()
    expect((await disconnect()).status).toBe(204)
    expect(await db.selectFrom('own_numbers').selectAll().execute()).toEqual([])
    expect(post.texts.numbers[0]).toMatchObject({ sms_url: '', voice_url: '' })
    await server.text(phone, 'Kay Lund')
    const texts = await receives(2)
    expect(texts.map(({ number }) => number)).toEqual([NUMBER, LOCAL_TWILIO.from])
    // Another business that connects the number gets none of its history.
    await connect({}, FRESH)
    await textTo(NUMBER, 'hello again')
    await receives(3)
    const owners = (await conversations()).map(({ organization_id }) => organization_id)
    expect(owners.toSorted()).toEqual([FRESH, GREEN].toSorted())
  })

  it('works although Twilio no longer accepts the credentials', async () => {
    await connect()
    post.texts.changeToken('rotated')
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (logged) => lines.push(logged) })
    await disconnectNumber({ ...deps, log }, GREEN)
    expect((await line()).own).toBeNull()
    expect(lines).toEqual([expect.stringContaining('still points here')])
    expect(lines.join()).not.toContain(OWN_TWILIO.authToken)
  })
})

describe('the shared number', () => {
  it('is limited in parts for its businesses, unlike their own numbers, and still confirms opt-outs', async () => {
    const { textParts } = deps.config
    deps.config.textParts = 1
    try {
      for (const organizationId of [GREEN, FRESH, null])
        await countAnswer(db, { organizationId, phone, text: 'A text of one part' }, clock.now())
      await texted(GREEN)
      await server.text(phone, 'hi i need weekly mowing')
      await until(async () => (await outcomes()).length === 1)
      expect(await outcomes()).toEqual([
        'The business’s texts from the shared number have reached today’s limit of 1 parts',
      ])
      await server.text(phone, 'HELP')
      expect(received()).toEqual([])
      await server.text(phone, 'please take me off your list')
      expect(received().map(({ text }) => text)).toEqual([expect.stringContaining('You get no more texts')])
      await server.text(phone, 'START')
      await connect()
      await textTo(NUMBER, 'hi i need weekly mowing')
      const texts = await receives(2)
      expect(texts.at(-1)?.number).toBe(NUMBER)
      await disconnect()
      clock.advance(DAY_MS)
      await texted(GREEN)
      await server.text(phone, 'HELP')
      expect(received().at(-1)).toMatchObject({ number: LOCAL_TWILIO.from })
    } finally {
      deps.config.textParts = textParts
      await db.deleteFrom('sent_messages').execute()
    }
  })

  it('counts what it answers itself, once', async () => {
    await db.deleteFrom('sent_messages').execute()
    await confirm(db, GREEN, [phone], clock.now())
    await server.text(phone, 'HELP')
    const [help] = received()
    const rows = await db.selectFrom('sent_messages').select(['organization_hash', 'parts']).execute()
    expect(rows).toEqual([{ organization_hash: hashOf(GREEN), parts: segmentsOf(help?.text ?? '') }])
  })

  it('asks nobody about a business that texts from its own number', async () => {
    await texted(GREEN)
    await texted(FRESH)
    await connect()
    await server.text(phone, 'hi i need weekly mowing')
    await receives(1)
    expect(await conversations()).toEqual([{ organization_id: FRESH }])
  })

  it('sends the alerts of all businesses, also of those with their own number', async () => {
    await connect()
    for (const organization_id of [GREEN, FRESH]) {
      await confirm(db, organization_id, [phone], clock.now())
      const row = await addNotification(db, {
        ...{ organization_id, kind: 'test', channel: 'sms', audience: 'owner', recipient: phone },
        ...{ status: 'queued', created_at: clock.now() },
      })
      await deliver(deps, row.id)
    }
    expect(received().map(({ number }) => number)).toEqual([LOCAL_TWILIO.from, LOCAL_TWILIO.from])
  })
})
