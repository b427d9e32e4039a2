import { beforeEach, describe, expect, it } from 'vitest'
import { signTwilio } from '../../../dev/post/texts.ts'
import { CALL_PATH, SMS_INBOUND_PATH, SMS_STATUS_PATH } from '../../../server/notifications/channels/paths.ts'
import { countSent } from '../../../server/notifications/sent-messages.ts'
import { VISITOR_LIMITS } from '../../../server/widget/visitor-limits.ts'
import { GREEN } from '../../support/api.ts'
import { until } from '../../support/eventually.ts'
import { addNotification } from '../../support/notification-row.ts'
import { phonePhoto } from '../../support/pictures.ts'
import { shuffled } from '../../support/shuffled.ts'
import { textingServer } from '../../support/texting.ts'
import { repetitions } from '../../support/thorough.ts'

const server = await textingServer()
const { deps, post, clock } = server
const { db } = deps
let count = 0

beforeEach(() => post.clear())

const newPhone = () => {
  count += 1
  return `+1614556${String(count).padStart(4, '0')}`
}
/** Returns a number that a business has texted. */
async function texted(more: { provider_id?: string } = {}): Promise<string> {
  const recipient = newPhone()
  await addNotification(db, {
    organization_id: GREEN,
    kind: 'reminder',
    channel: 'sms',
    audience: 'visitor',
    recipient,
    status: 'sent',
    created_at: clock.now(),
    sent_at: clock.now(),
    ...more,
  })
  return recipient
}
const messagesOf = async (phone: string) => {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select('messages.content')
    .where('text_phone', '=', phone)
    .where('author', '=', 'visitor')
    .orderBy('position')
    .execute()
  return rows.map(({ content }) => content)
}
/** Waits until no answer to these numbers is left to send. */
const allSent = (phones: readonly string[]) =>
  until(async () => {
    const open = await db
      .selectFrom('notifications')
      .select('id')
      .where('recipient', 'in', phones)
      .where('status', '=', 'queued')
      .execute()
    return open.length === 0
  })

/** Calls a webhook as Twilio does. */
function webhook(path: string, form: Record<string, string>, signature?: string | null): Promise<Response> {
  const url = `${server.origin}${path}`
  const signed = signature === undefined ? signTwilio(url, form) : signature
  const headers: HeadersInit = signed === null ? {} : { 'X-Twilio-Signature': signed }
  return fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
}

it('delivery reports never move a state back, in any order and however often they arrive', async () => {
  const states = ['queued', 'sent', 'undelivered', 'delivered', 'read']
  for (let order = 0; order < repetitions(40, 1_000); order += 1) {
    const sid = `SM${order}order`
    await texted({ provider_id: sid })
    const isRead = order % 2 === 0
    const reports = shuffled([...states, ...states], order).filter((state) => isRead || state !== 'read')
    for (const MessageStatus of reports) {
      const response = await webhook(SMS_STATUS_PATH, { MessageSid: sid, MessageStatus })
      expect(response.status).toBe(204)
    }
    const { status } = await db
      .selectFrom('notifications')
      .select('status')
      .where('provider_id', '=', sid)
      .executeTakeFirstOrThrow()
    expect([reports, status]).toEqual([reports, isRead ? 'opened' : 'delivered'])
  }
})

it('no text follows an opt-out, in any of its wordings', async () => {
  const wordings = [
    ...['stop', 'STOP', 'Stop.', 'stop all', 'STOPALL', 'unsubscribe', 'unsub', 'cancel', 'end', 'quit'],
    ...['revoke', 'opt out', 'OPTOUT', 'stop please', 'stop it', 'stop texting me', 'stop stop', '🛑'],
    ...['alto', 'parar', 'pare', 'no más', 'cancelar', 'baja', 'darme de baja', 'detener', 'arrêt'],
    ...[
      'please stop texting me',
      'take me off your list',
      'remove my number from your list',
      'leave me alone',
    ],
    ...['no me manden más mensajes', 'dejen de escribirme', 'quit sending me these messages'],
  ]
  const phones: string[] = []
  for (const wording of wordings) {
    const phone = await texted()
    phones.push(phone)
    await server.text(phone, wording)
  }
  const out = await db.selectFrom('sms_opt_outs').select('phone').where('phone', 'in', phones).execute()
  const missed = phones.flatMap((phone, index) =>
    out.some((each) => each.phone === phone) ? [] : wordings[index],
  )
  expect(missed).toEqual([])
  const before = phones.map((phone) => server.received(phone).length)
  for (const phone of phones) await server.text(phone, 'how much is mowing?')
  for (const phone of phones) await until(async () => (await messagesOf(phone)).length > 0)
  await allSent(phones)
  expect(phones.map((phone) => server.received(phone).length)).toEqual(before)
})

describe('a webhook', () => {
  it.each([SMS_INBOUND_PATH, SMS_STATUS_PATH, CALL_PATH])(
    'with a wrong, another, or no signature is refused: %s',
    async (path) => {
      const phone = await texted()
      const form = { From: phone, Body: 'need mulch', MessageSid: 'SMforged', CallSid: 'CAforged' }
      const other = signTwilio(`${server.origin}${path}`, { ...form, Body: 'something else' })
      for (const signature of ['', 'forged', other, null]) {
        expect((await webhook(path, form, signature)).status).toBe(403)
      }
      expect(await messagesOf(phone)).toEqual([])
    },
  )

  it('that is replayed counts once, also after its answer', async () => {
    const phone = await texted()
    const form = { From: phone, Body: 'need mulch', MessageSid: 'SMreplayed' }
    await webhook(SMS_INBOUND_PATH, form)
    await until(() => server.received(phone).length === 1)
    await Promise.all(Array.from({ length: 5 }, () => webhook(SMS_INBOUND_PATH, form)))
    await server.text(phone, 'Kay Lund')
    await until(() => server.received(phone).length === 2)
    expect(await messagesOf(phone)).toEqual(['need mulch', 'Kay Lund'])
  })

  it.each(['+19005550123', '+447700900123', '+5215512345678'])(
    'from %s, which no business has texted, costs no text',
    async (phone) => {
      await server.text(phone, 'hello')
      expect(await messagesOf(phone)).toEqual([])
      expect(
        await db.selectFrom('notifications').select('id').where('recipient', '=', phone).execute(),
      ).toEqual([])
    },
  )
})

it('a text that the carrier refuses is sent later, once', async () => {
  const phone = await texted()
  await post.texts.faults.tell({ fault: '500', to: phone, times: 1 })
  await server.text(phone, 'need mulch')
  await until(() => server.received(phone).length > 0)
  await allSent([phone])
  expect(server.received(phone)).toHaveLength(1)
})

it('a picture of 2 MB is stored, and a file of 12 MB is not, but its text is answered', async () => {
  const [small, large] = [await texted(), await texted()]
  const jpeg = await phonePhoto()
  const padded = new Uint8Array(2_000_000)
  padded.set(jpeg)
  await server.text(small, 'look', {
    NumMedia: '1',
    MediaUrl0: post.texts.attach('image/jpeg', padded),
  })
  await server.text(large, 'look', {
    NumMedia: '1',
    MediaUrl0: post.texts.attach('image/jpeg', new Uint8Array(12_000_000)),
  })
  await until(() => server.received(small).length > 0 && server.received(large).length > 0)
  const photos = await db
    .selectFrom('photos')
    .innerJoin('conversations', 'conversations.id', 'photos.conversation_id')
    .select('text_phone')
    .where('text_phone', 'in', [small, large])
    .execute()
  expect(photos).toEqual([{ text_phone: small }])
})

describe('spam', () => {
  it('from one number is read and answered up to a limit', async () => {
    const phone = await texted()
    const texts = repetitions(120, 300)
    for (let text = 0; text < texts; text += 1) await server.text(phone, `do you cut grass? ${text}`)
    await until(async () => (await messagesOf(phone)).length === VISITOR_LIMITS.textsPerNumber.points)
    await allSent([phone])
    expect(server.received(phone).length).toBeLessThanOrEqual(60)
  })

  it('from many numbers is stored, and answered up to 300 numbers a day', async () => {
    const row = { organization_id: GREEN, channel: 'sms', audience: 'visitor', kind: 'text' } as const
    for (let number = 0; number < 250; number += 1)
      await countSent(db, { ...row, recipient: `+1614777${String(number).padStart(4, '0')}` }, clock.now())
    const phones: string[] = []
    for (let number = 0; number < repetitions(60, 300); number += 1) {
      const phone = newPhone()
      phones.push(phone)
      await db
        .insertInto('sms_consents')
        .values({ organization_id: GREEN, phone, source: 'visitor', at: clock.now(), lead_id: null })
        .execute()
      await server.text(phone, 'do you cut grass?')
    }
    for (const phone of phones) await until(async () => (await messagesOf(phone)).length === 1)
    await allSent(phones)
    const answered = phones.filter((phone) => server.received(phone).length > 0).length
    // More than the texts of a trial, and no more than what is left.
    expect(answered).toBeGreaterThan(30)
    expect(answered).toBeLessThanOrEqual(50)
  })
})
