import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LOCAL_TELNYX, OWN_TELNYX, OWN_TELNYX_KEY, signTelnyx } from '../../../dev/post/telnyx.ts'
import { LOCAL_TWILIO, OWN_TWILIO } from '../../../dev/post/texts.ts'
import type { PhoneLine } from '../../../src/contract/phone.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { FRESH, GREEN } from '../../support/api.ts'
import { until } from '../../support/eventually.ts'
import { addNotification } from '../../support/notification-row.ts'
import { phonePhoto } from '../../support/pictures.ts'
import { columnsContaining } from '../../support/search-tables.ts'
import { textingServer } from '../../support/texting.ts'

const server = await textingServer()
const { deps, post, clock, origin } = server
const { db } = deps
const { telnyx } = post.texts
const [NUMBER, SECOND] = OWN_TELNYX.numbers
const WEBHOOK = `${origin}/api/v1/sms/telnyx`
let phone = ''
let count = 0

const api = (method: string, path: string, body?: object, organizationId = GREEN) =>
  server.call(`/api/v1/organizations/${organizationId}/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })

const connect = (given: object = {}, organizationId = GREEN) =>
  api(
    'PUT',
    'phone-number',
    {
      ...{ carrier: 'telnyx', api_key: OWN_TELNYX.apiKey, public_key: OWN_TELNYX.publicKey },
      ...{ phone: '(500) 555-0017', ...given },
    },
    organizationId,
  )

const problems = async () =>
  ((await (await api('POST', 'phone-number/check', {})).json()) as { problems: string[] }).problems

const line = async (organizationId = GREEN) =>
  (await (await api('GET', 'phone-line', undefined, organizationId)).json()) as PhoneLine

const received = () =>
  post.texts.texts
    .list()
    .filter((each) => each.phone === phone && !each.isReply)
    .map(({ number, text }) => ({ number, text }))
    .toReversed()

async function receives(least: number) {
  await until(() => received().length >= least)
  return received()
}

const optOuts = () =>
  db.selectFrom('sms_opt_outs').select('organization_id').where('phone', '=', phone).execute()

const conversations = () =>
  db.selectFrom('conversations').select('organization_id').where('text_phone', '=', phone).execute()

/** Sends a webhook, as somebody on the internet can. Returns the status of the response. */
async function webhook(type: string, payload: object, key = OWN_TELNYX_KEY): Promise<number> {
  const body = JSON.stringify({ data: { event_type: type, id: randomUUID(), payload } })
  const headers = { 'Content-Type': 'application/json', ...signTelnyx(body, clock.now(), key) }
  return (await fetch(WEBHOOK, { method: 'POST', headers, body })).status
}

const incoming = (text: string, ...to: string[]) => ({
  id: randomUUID(),
  from: { phone_number: phone },
  to: to.map((each) => ({ phone_number: each })),
  text,
})

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

/** Lets a business have texted the phone. */
const texted = (organization_id: string, provider_id = 'planted') =>
  addNotification(db, {
    ...{ organization_id, provider_id, kind: 'reminder', channel: 'sms', audience: 'visitor' },
    ...{ recipient: phone, status: 'sent', created_at: clock.now() },
    sent_at: new Date(clock.now().getTime() - HOUR_MS),
  })

beforeEach(async () => {
  await post.clear()
  telnyx.profile.webhook_url = WEBHOOK
  for (const table of ['own_numbers', 'sms_opt_outs', 'landlines'] as const)
    await db.deleteFrom(table).execute()
  count += 1
  phone = `+1614555${String(6000 + count)}`
})

afterEach(settled)

describe('connecting a number at Telnyx', () => {
  it('shows where its texts must go, and neither key', async () => {
    const response = await connect()
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain(OWN_TELNYX.apiKey)
    expect(await line()).toMatchObject({ number: NUMBER, takes_calls: false })
    expect((await line()).own).toEqual({
      number: NUMBER,
      number_display: '(500) 555-0017',
      carrier: 'telnyx',
      account_last4: '',
      connected_at: clock.now().toISOString(),
      trouble: null,
      last_text_at: null,
      last_call_at: null,
      text_url: WEBHOOK,
      call_url: '',
    })
    expect(await line(FRESH)).toMatchObject({ takes_calls: true, own: null })
    expect(await problems()).toEqual([])
  })

  it('seals the API key', async () => {
    await connect()
    expect(await columnsContaining(db, OWN_TELNYX.apiKey)).toEqual([])
    const { sealed } = await db.selectFrom('own_numbers').select('sealed').executeTakeFirstOrThrow()
    expect(deps.secrets?.open(sealed, `own_numbers:${GREEN}`)).toBe(OWN_TELNYX.apiKey)
    expect(await (await api('GET', 'export')).text()).not.toContain(sealed)
  })

  it.each([
    [{ api_key: 'wrong' }, 'api_key', 409],
    [{ api_key: ' ' }, 'api_key', 400],
    [{ api_key: 'x'.repeat(100_000) }, 'api_key', 400],
    [{ public_key: 'short' }, 'public_key', 400],
    [{ public_key: undefined }, 'public_key', 400],
    [{ carrier: 'other' }, 'carrier', 400],
    [{ phone: '12' }, 'phone', 409],
    [{ phone: '+16145550199' }, 'phone', 409],
    [{ phone: OWN_TELNYX.callsOnly }, 'phone', 409],
    [{ phone: LOCAL_TWILIO.from }, 'phone', 409],
  ])('refuses %j, and names the field %s', async (given, field, status) => {
    const response = await connect(given)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ details: [{ path: field, message: expect.any(String) }] })
    expect(await db.selectFrom('own_numbers').selectAll().execute()).toEqual([])
  })

  it('of another business is refused, and replaces one at Twilio, which no longer points here', async () => {
    const twilio = { account_sid: OWN_TWILIO.accountSid, auth_token: OWN_TWILIO.authToken }
    expect((await api('PUT', 'phone-number', { ...twilio, phone: OWN_TWILIO.numbers[0] })).status).toBe(200)
    expect((await connect()).status).toBe(200)
    expect(post.texts.numbers[0]?.sms_url).toBe('')
    expect((await connect({}, FRESH)).status).toBe(409)
    expect((await api('PUT', 'phone-number', { ...twilio, phone: OWN_TWILIO.numbers[0] })).status).toBe(200)
    expect((await line()).own).toMatchObject({ carrier: 'twilio', account_last4: '1111' })
    expect((await connect({}, FRESH)).status).toBe(200)
  })

  it('that does not point here yet says so at once, and the check says what is wrong', async () => {
    telnyx.profile.webhook_url = ''
    await connect()
    const enter = `Enter ${WEBHOOK} as the webhook URL of its messaging profile.`
    expect((await line()).own?.trouble).toBe(`Texts go nowhere: Telnyx has no address for them. ${enter}`)
    Object.assign(telnyx.profile, { webhook_url: 'https://other.example/', webhook_api_version: '1' })
    telnyx.profile.enabled = false
    expect(await problems()).toEqual([
      'The number’s messaging profile is disabled at Telnyx.',
      `Texts go to another address. ${enter}`,
      'The messaging profile has another webhook API version. Choose version 2.',
    ])
    Object.assign(telnyx.profile, { webhook_url: WEBHOOK, webhook_api_version: '2', enabled: true })
    expect(await problems()).toEqual([])
    expect((await line()).own?.trouble).toBeNull()
    const [number] = telnyx.numbers
    if (!number) throw new Error('There is no number')
    number.messaging_profile_id = null
    expect(await problems()).toEqual(['The number has no messaging profile. Assign one to it at Telnyx.'])
    telnyx.numbers.shift()
    expect(await problems()).toEqual(['The number is no longer in this account.'])
    telnyx.changeKey('new')
    expect(await problems()).toEqual(['Telnyx no longer accepts the API key. Connect the number again.'])
    expect((await api('DELETE', 'phone-number')).status).toBe(204)
  })
})

describe('a text to a number at Telnyx', () => {
  it('is for its business, answered from it, and brings pictures', async () => {
    await connect()
    await texted(FRESH)
    const picture = telnyx.attach('image/jpeg', await phonePhoto())
    expect(await telnyx.reply(phone, 'hi i need weekly mowing', [picture], NUMBER)).toBe(204)
    const [answer] = await receives(1)
    expect(answer?.number).toBe(NUMBER)
    expect(await conversations()).toEqual([{ organization_id: GREEN }])
    expect((await line()).own?.last_text_at).toBe(clock.now().toISOString())
    await settled()
    const photos = await db
      .selectFrom('photos')
      .innerJoin('conversations', 'conversations.id', 'photos.conversation_id')
      .select('photos.id')
      .where('text_phone', '=', phone)
      .execute()
    expect(photos).toHaveLength(1)
  })

  it('is refused unless its own account has signed it', async () => {
    await connect()
    expect(await webhook('message.received', incoming('STOP', LOCAL_TWILIO.from))).toBe(403)
    expect(await webhook('message.received', incoming('STOP', SECOND))).toBe(403)
    const { privateKey } = generateKeyPairSync('ed25519')
    expect(await webhook('message.received', incoming('STOP', NUMBER), privateKey)).toBe(403)
    expect(await optOuts()).toEqual([])
    // Another business's number in the same webhook counts only for the account that has signed it.
    await connect({ phone: SECOND, public_key: LOCAL_TELNYX.publicKey }, FRESH)
    expect(await webhook('message.received', incoming('STOP', SECOND))).toBe(403)
    expect(await webhook('message.received', incoming('STOP', SECOND, NUMBER))).toBe(204)
    expect(await optOuts()).toEqual([{ organization_id: GREEN }])
    await api('DELETE', 'phone-number')
    expect(await webhook('message.received', incoming('START', NUMBER))).toBe(403)
    expect(await optOuts()).toEqual([{ organization_id: GREEN }])
  })

  it('that ends texts is from that business only, and confirmed from its number', async () => {
    await connect()
    await connect({ phone: SECOND }, FRESH)
    expect(await telnyx.reply(phone, 'please take me off your list', [], NUMBER)).toBe(204)
    expect(received()).toEqual([{ number: NUMBER, text: expect.stringContaining('You get no more texts') }])
    expect(await optOuts()).toEqual([{ organization_id: GREEN }])
    await telnyx.reply(phone, 'START', [], SECOND)
    expect(await optOuts()).toEqual([{ organization_id: GREEN }])
    await telnyx.reply(phone, 'START', [], NUMBER)
    expect(await optOuts()).toEqual([])
  })
})

describe('a text from a number at Telnyx', () => {
  it('waits and is explained while Telnyx refuses the key', async () => {
    await connect()
    telnyx.changeKey('rotated')
    await webhook('message.received', incoming('hi i need mowing', NUMBER))
    await until(async () => (await line()).own?.trouble !== null)
    expect((await line()).own?.trouble).toBe('Telnyx rejects the API key of your number.')
    await connect({ api_key: 'rotated' })
    const sent = await receives(1)
    expect(sent.map(({ number }) => number)).toEqual([NUMBER])
    expect((await line()).own?.trouble).toBeNull()
  })

  it('is reported by its account only, which marks no landlines', async () => {
    await connect()
    await texted(GREEN, 'mine')
    await texted(FRESH, 'theirs')
    const statusOf = async (id: string) =>
      (
        await db
          .selectFrom('notifications')
          .select('status')
          .where('provider_id', '=', id)
          .executeTakeFirstOrThrow()
      ).status
    const lost = (id: string) => ({
      ...{ id, from: { phone_number: NUMBER }, errors: [{ code: '40001' }] },
      to: [{ phone_number: phone, status: 'delivery_failed' }],
    })
    expect(await webhook('message.finalized', lost('theirs'))).toBe(204)
    expect(await webhook('message.finalized', lost('mine'))).toBe(204)
    expect([await statusOf('theirs'), await statusOf('mine')]).toEqual(['sent', 'failed'])
    expect(await db.selectFrom('landlines').selectAll().execute()).toEqual([])
    await db.deleteFrom('notifications').where('provider_id', 'in', ['mine', 'theirs']).execute()
  })
})
