import { beforeEach, describe, expect, it } from 'vitest'
import { signTwilio } from '../../../dev/post/texts.ts'
import { addNotification } from '../../support/notification-row.ts'
import { postedServer } from '../../support/post.ts'
import { beginChat, leadOfChat, sayInChat } from '../../support/visitor.ts'

const PHONE = '+16145550134'
const server = await postedServer()
const { deps, origin, post } = server
const { db } = deps
const ORG = 'org_greenacres'

beforeEach(async () => {
  await db.deleteFrom('notifications').execute()
  await db.deleteFrom('email_opt_outs').execute()
  await db.deleteFrom('sms_opt_outs').execute()
  await db.deleteFrom('sms_consents').execute()
  await post.clear()
})

type Fields = Partial<Parameters<typeof addNotification>[1]>
const add = (fields: Fields = {}) =>
  addNotification(db, {
    organization_id: ORG,
    kind: 'new_lead',
    status: 'sent',
    created_at: deps.clock(),
    ...fields,
  })
const stateOf = (id: string) =>
  db
    .selectFrom('notifications')
    .select(['status', 'reason', 'delivered_at', 'opened_at', 'failed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('a report of a push message', () => {
  const report = (token: string, state: string) =>
    fetch(`${origin}/api/v1/notifications/reports`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, state }),
    })

  it('is stored, once, and never backwards', async () => {
    const { id, token } = await add({ channel: 'push' })
    expect((await report(token, 'delivered')).status).toBe(204)
    expect(await stateOf(id)).toMatchObject({ status: 'delivered', opened_at: null })
    const first = (await stateOf(id)).delivered_at
    server.clock.advance(60_000)
    await report(token, 'opened')
    await report(token, 'delivered')
    await report(token, 'opened')
    const state = await stateOf(id)
    expect(state.status).toBe('opened')
    expect(state.delivered_at).toEqual(first)
    expect(state.opened_at?.getTime()).toBe((first?.getTime() ?? 0) + 60_000)
  })

  it('leaves a canceled notification canceled', async () => {
    const { id, token } = await add({ channel: 'push', status: 'canceled' })
    await report(token, 'opened')
    expect((await stateOf(id)).status).toBe('canceled')
  })

  it('of an unknown token tells nothing, and a malformed one is refused', async () => {
    expect((await report('unknown', 'opened')).status).toBe(204)
    expect((await report('unknown', 'stolen')).status).toBe(400)
    expect((await report('x'.repeat(101), 'opened')).status).toBe(400)
  })

  it('is limited in number', async () => {
    const statuses = new Set<number>()
    for (let count = 0; count <= 600; count += 1) {
      const answer = await server.app.api.fetch(
        new Request(`${origin}/api/v1/notifications/reports`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.7' },
          body: '{"token":"unknown","state":"opened"}',
        }),
      )
      statuses.add(answer.status)
    }
    expect([...statuses]).toEqual([204, 429])
  })
})

/** Returns the id of a lead whose conversation is in Spanish. */
async function leadInSpanish(): Promise<string> {
  const session = await beginChat(server, ORG)
  await sayInChat(server, session, 'Hola, me llamo Pat. Necesito cortar el césped, pat@example.com')
  const lead = await leadOfChat(server, ORG, session)
  return lead?.id ?? ''
}

describe('the page to unsubscribe', () => {
  const url = (token: string) => `${origin}/api/v1/notifications/unsubscribe/${token}`
  const optOuts = () => db.selectFrom('email_opt_outs').select(['organization_id', 'email']).execute()

  it('asks when it is opened, and unsubscribes when its button is pressed, once', async () => {
    const { token } = await add({ recipient: 'Pat.Example@Example.com', audience: 'visitor' })
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect((await fetch(url(token), { method })).status).toBe(200)
      expect(await optOuts()).toEqual([])
    }
    const asked = await fetch(url(token))
    const html = await asked.text()
    expect(html).toContain('Stop emails from Green Acres')
    expect(html).toContain('<form method="post"><button>Unsubscribe</button></form>')
    expect(asked.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    for (let count = 0; count < 2; count += 1) {
      const done = await fetch(url(token), { method: 'POST' })
      expect(done.status).toBe(200)
      expect(await done.text()).toContain('You get no more emails')
    }
    expect(await optOuts()).toEqual([{ organization_id: ORG, email: 'pat.example@example.com' }])
    expect(await (await fetch(url(token))).text()).toContain('You get no more emails')
  })

  it('speaks the language of the visitor', async () => {
    const { token } = await add({
      recipient: 'pat@example.com',
      audience: 'visitor',
      lead_id: await leadInSpanish(),
    })
    const html = await (await fetch(url(token))).text()
    expect(html).toContain('<html lang="es">')
    expect(html).toContain('¿Dejar de recibir correos de Green Acres')
    expect(html).not.toContain('Unsubscribe')
    expect(html).toContain('Dejar de recibir todos los correos de Fieldhand')
    const done = await (await fetch(url(token), { method: 'POST' })).text()
    expect(done).toContain('No recibirá más correos')
  })

  it('takes the one click of a mail program (RFC 8058)', async () => {
    const { token } = await add({ recipient: 'pat@example.com' })
    const click = await fetch(url(token), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(click.status).toBe(200)
    expect(await optOuts()).toEqual([{ organization_id: ORG, email: 'pat@example.com' }])
  })

  it('shows names as text', async () => {
    const { token } = await add({ recipient: '<b>pat</b>@example.com' })
    expect(await (await fetch(url(token))).text()).toContain('&lt;b&gt;pat&lt;/b&gt;@example.com')
  })

  it('knows only tokens of mails', async () => {
    const { token } = await add({ channel: 'sms', recipient: PHONE })
    for (const unknown of [token, 'unknown-token', '%00', 'a'.repeat(500)]) {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(url(unknown), { method })
        expect(answer.status).toBe(404)
        expect(await answer.text()).toContain('This link is not valid')
      }
    }
    expect(await optOuts()).toEqual([])
  })
})

describe('a text message to the server', () => {
  const inbound = `${origin}/api/v1/sms/inbound`
  const isOut = async () =>
    (await db.selectFrom('sms_opt_outs').select('phone').where('phone', '=', PHONE).execute()).length === 1
  const optOut = () => db.insertInto('sms_opt_outs').values({ phone: PHONE, at: deps.clock() }).execute()
  /** What the phone gets as an answer. */
  const say = async (text: string) => {
    post.texts.texts.clear()
    expect(await post.texts.reply(PHONE, text)).toBe(200)
    return post.texts.texts
      .list()
      .filter(({ isReply }) => !isReply)
      .map((answer) => answer.text)
  }
  const stored = (form: Record<string, string>, signature = signTwilio(inbound, form)) =>
    fetch(inbound, {
      method: 'POST',
      headers: { 'X-Twilio-Signature': signature },
      body: new URLSearchParams(form),
    })

  it.each([
    ...['STOP', 'stop', ' Stop. ', 'STOP!!!', '"stop"', 'ＳＴＯＰ', 'StopAll', 'stop all', 'UNSUBSCRIBE'],
    ...['cancel', 'End', 'QUIT', 'quit\n', 'Please stop', 'stop please', 'Stop texting me!', 'opt-out'],
  ])('stops all further ones: %j', async (text) => {
    await say(text)
    expect(await isOut()).toBe(true)
    expect(await say(text)).toEqual([])
    expect(await isOut()).toBe(true)
  })

  it.each(['START', 'yes', 'Unstop.', ' start\n'])('starts them again: %j', async (text) => {
    await optOut()
    expect(await say(text)).toEqual([])
    expect(await isOut()).toBe(false)
  })

  it.each([
    'Stop by at nine tomorrow',
    'When does it end?',
    'nonstop rain again today',
    'yes please come',
    'can I cancel my call?',
  ])('that only contains such a word changes nothing: %j', async (text) => {
    await say(text)
    expect(await isOut()).toBe(false)
    await optOut()
    await say(text)
    expect(await isOut()).toBe(true)
  })

  it.each(['HELP', 'info', 'Help?'])('is answered with who sends, and how to stop: %j', async (text) => {
    expect(await say(text)).toEqual([
      'Fieldhand: automatic texts about leads and estimates. Message and data rates may apply. Reply STOP to stop.',
    ])
    const consent = { phone: PHONE, source: 'visitor', at: deps.clock() }
    await db
      .insertInto('sms_consents')
      .values({ ...consent, organization_id: 'org_greenacres' })
      .execute()
    const [answer] = await say(text)
    expect(answer).toMatch(/^Green Acres.*: automatic texts .* Reply STOP to stop\.$/)
    await db
      .insertInto('sms_consents')
      .values({ ...consent, organization_id: 'org_rivalmowing' })
      .execute()
    expect((await say(text))[0]).toMatch(/^Fieldhand: /)
  })

  it('of any other kind is told once that nobody reads it, but never after STOP', async () => {
    const fresh = async (text: string, phone: string) => {
      post.texts.texts.clear()
      await post.texts.reply(phone, text)
      return post.texts.texts.list().filter(({ isReply }) => !isReply).length
    }
    expect(await fresh('Thanks!', '+16145550177')).toBe(1)
    expect(await fresh('Are you there?', '+16145550177')).toBe(0)
    await fresh('STOP', '+16145550178')
    expect(await fresh('Thanks!', '+16145550178')).toBe(0)
  })

  it('counts only with the signature of Twilio', async () => {
    const form = { From: PHONE, Body: 'STOP', MessageSid: 'SM-forged' }
    const changed = signTwilio(inbound, { ...form, From: '+16145550199' })
    const elsewhere = signTwilio(`${origin}/api/v1/sms/status`, form)
    const otherKey = signTwilio(inbound, form, 'another-token')
    for (const forged of ['', 'x', changed, elsewhere, otherKey]) {
      expect((await stored(form, forged)).status).toBe(403)
    }
    expect(await isOut()).toBe(false)
    expect((await stored(form)).status).toBe(200)
    expect(await isOut()).toBe(true)
  })

  it('counts once, however often it arrives', async () => {
    const start = { From: PHONE, Body: 'START', MessageSid: 'SM-start' }
    await optOut()
    await stored(start)
    expect(await isOut()).toBe(false)
    await say('STOP')
    expect((await stored(start)).status).toBe(200)
    expect(await isOut()).toBe(true)
  })

  it('is refused while text messages are not set up', async () => {
    const off = { ...deps, config: { ...deps.config, sms: null } }
    const { createApi } = await import('../../../server/app/api.ts')
    const answer = await createApi(off).fetch(new Request(inbound, { method: 'POST' }))
    expect(answer.status).toBe(422)
  })
})

describe('a report of a text message', () => {
  const statusUrl = `${origin}/api/v1/sms/status`
  const report = (form: Record<string, string>, signature = signTwilio(statusUrl, form)) =>
    fetch(statusUrl, {
      method: 'POST',
      headers: { 'X-Twilio-Signature': signature },
      body: new URLSearchParams(form),
    })
  const text = (fields: Fields = {}) =>
    add({ channel: 'sms', recipient: PHONE, provider_id: 'SM1', ...fields })

  it('shows it as delivered, and never goes back', async () => {
    const { id } = await text()
    await report({ MessageSid: 'SM1', MessageStatus: 'delivered' })
    expect((await stateOf(id)).status).toBe('delivered')
    await report({ MessageSid: 'SM1', MessageStatus: 'sent' })
    await report({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' })
    expect(await stateOf(id)).toMatchObject({ status: 'delivered', failed_at: null, reason: null })
    const opened = await text({ provider_id: 'SM2', status: 'opened' })
    await report({ MessageSid: 'SM2', MessageStatus: 'delivered' })
    expect((await stateOf(opened.id)).status).toBe('opened')
  })

  it.each([
    ['undelivered', '30003', 'The phone is off or cannot be reached.'],
    ['failed', '99999', 'The message did not reach the phone (Twilio 99999).'],
  ])('says why it is %s', async (MessageStatus, ErrorCode, reason) => {
    const { id } = await text()
    await report({ MessageSid: 'SM1', MessageStatus, ErrorCode })
    expect(await stateOf(id)).toMatchObject({ status: 'failed', reason, failed_at: deps.clock() })
  })

  it('may arrive before the id of the message is stored', async () => {
    const { id } = await text({ provider_id: null, status: 'queued' })
    const answer = report({ MessageSid: 'SM3', MessageStatus: 'delivered' })
    await db
      .updateTable('notifications')
      .set({ provider_id: 'SM3', status: 'sent' })
      .where('id', '=', id)
      .execute()
    expect((await answer).status).toBe(204)
    expect((await stateOf(id)).status).toBe('delivered')
  })

  it('counts only with the signature of Twilio', async () => {
    const { id } = await text()
    const forged = await report({ MessageSid: 'SM1', MessageStatus: 'delivered' }, 'x')
    expect(forged.status).toBe(403)
    expect((await stateOf(id)).status).toBe('sent')
  })

  it('of an email with the same id changes nothing', async () => {
    const { id } = await add({ provider_id: 'SM1' })
    await text({ provider_id: 'SM1' })
    await report({ MessageSid: 'SM1', MessageStatus: 'delivered' })
    expect((await stateOf(id)).status).toBe('sent')
  })
})
