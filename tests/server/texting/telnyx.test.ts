import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { LOCAL_TELNYX, signTelnyx } from '../../../dev/post/telnyx.ts'
import { openTelnyx } from '../../../server/notifications/channels/telnyx.ts'
import { SenderRefused, Undeliverable } from '../../../server/notifications/senders.ts'
import { FRESH, GREEN } from '../../support/api.ts'
import { until } from '../../support/eventually.ts'
import { addNotification } from '../../support/notification-row.ts'
import { phonePhoto } from '../../support/pictures.ts'
import { textingServer } from '../../support/texting.ts'

const server = await textingServer({ isTelnyx: true })
const { deps, post, clock, origin } = server
const { db } = deps
const { telnyx } = post.texts
let phone = '+16145550100'
let count = 0

beforeEach(async () => {
  await post.clear()
  count += 1
  phone = `+161455502${String(count).padStart(2, '0')}`
})

/** Lets the business have texted the phone. */
const texted = () =>
  addNotification(db, {
    organization_id: GREEN,
    kind: 'reminder',
    channel: 'sms',
    audience: 'visitor',
    recipient: phone,
    status: 'sent',
    created_at: clock.now(),
    sent_at: new Date(clock.now().getTime() - 3_600_000),
  })
const replies = async (least: number) => {
  await until(() => server.received(phone).length >= least)
  return server.received(phone)
}
const said = () =>
  db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select('content')
    .where('text_phone', '=', phone)
    .where('author', '=', 'visitor')
    .execute()
const optOuts = () => db.selectFrom('sms_opt_outs').selectAll().where('phone', '=', phone).execute()

function event(type: string, payload: Record<string, unknown>): string {
  return JSON.stringify({ data: { event_type: type, id: randomUUID(), payload } })
}
const arrived = (text: string, id: string = randomUUID(), to: string = LOCAL_TELNYX.from) =>
  event('message.received', {
    id,
    from: { phone_number: phone },
    to: [{ phone_number: to }],
    text,
    media: [],
  })
const finalized = (id: string, status: string, code?: string) =>
  event('message.finalized', { id, to: [{ phone_number: phone, status }], errors: code ? [{ code }] : [] })
const webhook = async (body: string, headers = signTelnyx(body, clock.now())) =>
  (
    await fetch(`${origin}/api/v1/sms/telnyx`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
  ).status

it('a text is answered by the agent', async () => {
  await texted()
  expect(await telnyx.reply(phone, 'hi i need weekly mowing')).toBe(204)
  const [first] = await replies(1)
  expect(first).toMatch(/^This is \w+, the automated assistant of Green Acres /)
  await until(async () => {
    const row = await db
      .selectFrom('notifications')
      .select('status')
      .where('recipient', '=', phone)
      .where('kind', '=', 'text')
      .executeTakeFirst()
    return row?.status === 'delivered'
  })
})

it('a text that is reported twice, also at the same time, is one message', async () => {
  await texted()
  const body = arrived('I need weekly mowing')
  expect(await Promise.all([webhook(body), webhook(body), webhook(body)])).toEqual([204, 204, 204])
  await replies(1)
  expect(await webhook(body)).toBe(204)
  expect(await said()).toHaveLength(1)
})

it('a stranger is told once that a text reached nobody, however often it is reported', async () => {
  const body = arrived('hello?')
  await webhook(body)
  await webhook(body)
  expect(server.received(phone)).toEqual([expect.stringContaining('We could not pass on your text.')])
})

it('a text that could not be answered is answered when it is reported again', async () => {
  await texted()
  await addNotification(db, {
    organization_id: FRESH,
    kind: 'reminder',
    channel: 'sms',
    audience: 'visitor',
    recipient: phone,
    status: 'sent',
    created_at: clock.now(),
    sent_at: new Date(clock.now().getTime() - 3_600_000),
  })
  const body = arrived('can you come tomorrow?')
  await post.texts.faults.tell({ fault: '500', times: 1 })
  expect(await webhook(body)).toBe(500)
  expect(await webhook(body)).toBe(204)
  expect(await webhook(body)).toBe(204)
  expect(server.received(phone)).toEqual([expect.stringMatching(/^Several businesses /)])
})

describe('a webhook', () => {
  const statusOf = async (headers: Record<string, string>, body = arrived('hello?')) => webhook(body, headers)

  it('without a valid signature is refused', async () => {
    const body = arrived('hello?')
    const { privateKey } = generateKeyPairSync('ed25519')
    const right = signTelnyx(body, clock.now())
    expect(await statusOf({}, body)).toBe(403)
    expect(await statusOf({ ...right, 'telnyx-signature-ed25519': '' }, body)).toBe(403)
    expect(await statusOf({ ...right, 'telnyx-signature-ed25519': 'AAAA' }, body)).toBe(403)
    expect(await statusOf({ ...right, 'telnyx-timestamp': 'now' }, body)).toBe(403)
    expect(await statusOf(right, `${body} `)).toBe(403)
    expect(await statusOf(signTelnyx(body, clock.now(), privateKey), body)).toBe(403)
    expect(server.received(phone)).toEqual([])
    expect(await statusOf(right, body)).toBe(204)
    expect(server.received(phone)).toHaveLength(1)
  })

  it('that is older than five minutes, or from the future, is refused', async () => {
    const body = arrived('hello?')
    const at = (seconds: number) => signTelnyx(body, new Date(clock.now().getTime() + seconds * 1_000))
    expect(await statusOf(at(-302), body)).toBe(403)
    expect(await statusOf(at(302), body)).toBe(403)
    // The time of another webhook doesn't help an old signature.
    const [old, now] = [at(-302), at(0)]
    expect(await statusOf({ ...old, 'telnyx-timestamp': now['telnyx-timestamp'] ?? '' }, body)).toBe(403)
    expect(await statusOf(at(-298), body)).toBe(204)
  })

  it('about anything else is ignored, and one that cannot be read changes nothing', async () => {
    expect(await webhook(event('message.unknown', { id: 'x' }))).toBe(204)
    expect(await webhook(event('message.received', { id: 'x' }))).toBe(204)
    expect(await webhook('{"data":null}')).toBe(204)
    expect(await webhook('not json')).toBe(400)
    expect(await webhook(arrived('a\u0000b'))).toBe(400)
    expect(await webhook(arrived('hello?', randomUUID(), '+15005550099'))).toBe(204)
    expect(server.received(phone)).toEqual([])
  })
})

describe('a report', () => {
  const sent = async (sid: string) =>
    addNotification(db, {
      organization_id: GREEN,
      kind: 'reminder',
      channel: 'sms',
      audience: 'visitor',
      recipient: phone,
      provider_id: sid,
      status: 'sent',
      created_at: clock.now(),
      sent_at: clock.now(),
    })
  const stateOf = (id: string) =>
    db.selectFrom('notifications').select(['status', 'reason']).where('id', '=', id).executeTakeFirstOrThrow()

  it('never moves a state back, in any order and however often it arrives', async () => {
    const sid = randomUUID()
    const { id } = await sent(sid)
    const early = event('message.sent', {
      id: sid,
      to: [{ phone_number: phone, status: 'sent' }],
      errors: [],
    })
    expect(await webhook(early)).toBe(204)
    expect((await stateOf(id)).status).toBe('sent')
    expect(await webhook(finalized(sid, 'delivery_unconfirmed'))).toBe(204)
    expect((await stateOf(id)).status).toBe('sent')
    for (const body of [
      finalized(sid, 'delivered'),
      early,
      finalized(sid, 'delivery_failed', '40008'),
      early,
    ])
      expect(await webhook(body)).toBe(204)
    expect((await stateOf(id)).status).toBe('delivered')
  })

  it.each([
    ['40008', 'The phone or its network did not accept this message.'],
    ['40099', 'The message did not reach the phone (Telnyx 40099).'],
    ['40010', 'The network rejects this server’s number, because it is not registered (A2P 10DLC).'],
  ])('with the code %s says why the text is lost', async (code, reason) => {
    const sid = randomUUID()
    const { id } = await sent(sid)
    await webhook(finalized(sid, 'delivery_failed', code))
    expect(await stateOf(id)).toMatchObject({ status: 'failed', reason })
  })

  it('of a landline or an opt-out is remembered', async () => {
    const landline = randomUUID()
    await sent(landline)
    await webhook(finalized(landline, 'delivery_failed', '40001'))
    expect(
      await db.selectFrom('landlines').select('phone').where('phone', '=', phone).execute(),
    ).toHaveLength(1)
    const stopped = randomUUID()
    await sent(stopped)
    await webhook(finalized(stopped, 'sending_failed', '40300'))
    expect(await optOuts()).toHaveLength(1)
  })
})

describe('an opt-out', () => {
  it('by a word that Telnyx confirms gets no second answer, and START ends it', async () => {
    await texted()
    await telnyx.reply(phone, 'STOP')
    expect(await optOuts()).toHaveLength(1)
    expect(server.received(phone)).toEqual([])
    await telnyx.reply(phone, 'start')
    expect(await optOuts()).toEqual([])
  })

  it('by a word of the account gets no second answer, nor does HELP', async () => {
    const recognized = (text: string, type: string) => {
      const { data } = JSON.parse(arrived(text))
      return JSON.stringify({ data: { ...data, payload: { ...data.payload, autoresponse_type: type } } })
    }
    expect(await webhook(recognized('Enough of this mulch', 'STOP'))).toBe(204)
    expect(await optOuts()).toHaveLength(1)
    expect(await webhook(recognized('JOIN', 'START'))).toBe(204)
    expect(await optOuts()).toEqual([])
    await telnyx.reply(phone, 'HELP')
    expect(server.received(phone)).toEqual([])
    // Telnyx leaves what it does not recognize to the server.
    await telnyx.reply(phone, 'info')
    expect(server.received(phone)).toEqual([expect.stringContaining('Reply STOP to stop.')])
  })

  it('by a word that Telnyx does not know is confirmed', async () => {
    await telnyx.reply(phone, 'REVOKE')
    expect(server.received(phone)).toEqual([expect.stringContaining('You get no more texts')])
    expect(await optOuts()).toHaveLength(1)
  })
})

describe('sending', () => {
  const failure = async () =>
    server.senders.sms?.send({ to: phone, text: 'Your call is at 9:00 AM.' }).then(
      () => null,
      (error: Error) => error,
    )

  it.each([
    ['21610', 'has unsubscribed by sending STOP.', { hasStopped: true }],
    ['21614', 'is a landline or cannot receive text messages.', { isLandline: true }],
    ['21211', 'is not a phone number.', { isGone: true }],
  ] as const)('fails for good with the fault %s', async (fault, reason, state) => {
    await post.texts.faults.tell({ fault })
    const error = await failure()
    expect(error).toBeInstanceOf(Undeliverable)
    expect(error).toMatchObject({ message: `${phone} ${reason}`, ...state })
  })

  it('fails for now if the service is busy, fails, or refuses the account', async () => {
    for (const [fault, message] of [
      ['429', 'Telnyx asks to try again later.'],
      ['500', 'Telnyx returned HTTP 500.'],
      ['21608', 'Telnyx’s trial accounts text only verified numbers. Upgrade the account.'],
    ] as const) {
      await post.texts.faults.tell({ fault, times: 1 })
      const error = await failure()
      expect(error).not.toBeInstanceOf(Undeliverable)
      expect(error?.message).toBe(message)
    }
    const { telnyx: config } = deps.config
    if (!config) throw new Error('The number is not at Telnyx')
    const send = (changed: Partial<typeof config>) =>
      openTelnyx({ ...config, ...changed }, origin)
        .send({ to: phone, text: 'x' })
        .catch((error: Error) => error)
    expect(await send({ apiKey: 'wrong' })).toEqual(new SenderRefused('Telnyx rejects TELNYX_API_KEY.'))
    expect(await send({ from: '+15005550099' })).toBeInstanceOf(SenderRefused)
    expect(await send({ apiUrl: 'http://127.0.0.1:9' })).toEqual(new Error('Telnyx cannot be reached.'))
  })
})

it('pictures become photos, and files that are none or not from Telnyx are left out', async () => {
  await texted()
  const picture = telnyx.attach('image/jpeg', await phonePhoto())
  const other = telnyx.attach('text/vcard', new Uint8Array(Buffer.from('BEGIN:VCARD')))
  const elsewhere = `${origin}/__local/post.json`
  expect(await telnyx.reply(phone, 'this is the hedge', [picture, other, elsewhere])).toBe(204)
  await replies(1)
  expect(await said()).toMatchObject([{ content: 'this is the hedge' }])
  const photos = await db
    .selectFrom('photos')
    .innerJoin('conversations', 'conversations.id', 'photos.conversation_id')
    .select('photos.id')
    .where('text_phone', '=', phone)
    .execute()
  expect(photos).toHaveLength(1)
})
