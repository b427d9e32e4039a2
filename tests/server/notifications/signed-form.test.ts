import { beforeEach, describe, expect, it } from 'vitest'
import { encodeForm, LOCAL_TWILIO, signTwilio } from '../../../dev/post/texts.ts'
import { createApi } from '../../../server/app/api.ts'
import type { SmsConfig } from '../../../server/notifications/channels/config.ts'
import { postedServer } from '../../support/post.ts'

const PHONE = '+16145550134'
const server = await postedServer()
const { deps, post } = server
const [SHARED_KEY] = LOCAL_TWILIO.sharedKeys
const SETTINGS = 'key=webhooks_sharedkey_1,algorithm=HMAC_SHA256'

beforeEach(async () => {
  // With PostgreSQL, the APIs of this test share the limit by which a message counts once.
  for (const table of ['sms_opt_outs', 'rate_limits'] as const) await deps.db.deleteFrom(table).execute()
  await post.clear()
})

const hasStopped = async () =>
  (await deps.db.selectFrom('sms_opt_outs').select('phone').where('phone', '=', PHONE).execute()).length === 1

/** Calls the webhook of an API with other origins and keys. */
const callAt = (sms: Pick<SmsConfig, 'sharedKeys'>, body: string, headers: Record<string, string>) => {
  const { config } = deps
  const api = 'https://api.example.com'
  const elsewhere = {
    ...deps,
    config: {
      ...config,
      origins: { ...config.origins, api },
      sms: config.sms && { ...config.sms, ...sms },
    },
  }
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const request = new Request(`${api}/api/v1/sms/inbound`, {
    method: 'POST',
    headers: { ...type, ...headers },
    body,
  })
  return createApi(elsewhere).fetch(request)
}

describe('a webhook of Twilio', () => {
  it.each(['token', 'shared key'] as const)('is accepted if the %s signs it', async (signing) => {
    post.texts.signWith(signing)
    expect(await post.texts.reply(PHONE, 'STOP')).toBe(200)
    expect(await hasStopped()).toBe(true)
  })

  it.each(['token', 'shared key'] as const)(
    'is accepted with a field that occurs several times, signed with the %s',
    async (signing) => {
      post.texts.signWith(signing)
      const more = {
        MediaUrl: ['https://b.example/2', 'https://a.example/1', 'https://b.example/2'],
        Tag: ['', ''],
      }
      expect(await post.texts.reply(PHONE, 'STOP', more)).toBe(200)
      expect(await hasStopped()).toBe(true)
    },
  )

  // The signatures are those of Twilio's package 6.3.1, without and with the port.
  it.each([
    ['w3PJ0z0yrszsET1B8fWD7CQixdM=', 'HMAC_SHA1'],
    ['Xd/ZnRllinphsYMv90IK/Z923rk=', 'HMAC_SHA1'],
    ['xcViA+ozE6v6HXTLaO/U7a8DxsFj3PP9hvUgCkYRAjQ=', 'HMAC_SHA256'],
    ['eHfjVGeXOzL3mlbSUEbeY8IKn5xeaQoTDeI8YVNIsLs=', 'HMAC_SHA256'],
  ])('has the signature %s with %s', async (signature, algorithm) => {
    const body = `From=${encodeURIComponent(PHONE)}&Body=STOP&Tag=b&Tag=a&MessageSid=SM1&Tag=b`
    const headers = {
      'X-Twilio-Signature': signature,
      'X-Twilio-Webhooks-Signature-Settings': `key=webhooks_sharedkey_1, algorithm=${algorithm}`,
    }
    expect((await callAt({ sharedKeys: ['newer', 'secret'] }, body, headers)).status).toBe(200)
    expect(await hasStopped()).toBe(true)
    expect((await callAt({ sharedKeys: ['newer'] }, body, headers)).status).toBe(403)
    expect((await callAt({ sharedKeys: ['secret'] }, `${body}&Tag=c`, headers)).status).toBe(403)
  })

  it('is refused with another key, another algorithm, or a key that is not configured', async () => {
    const form = { From: PHONE, Body: 'STOP', MessageSid: 'SM-forged' }
    const url = 'https://api.example.com/api/v1/sms/inbound'
    const sha256 = (key: string) => signTwilio(url, form, key, 'sha256')
    const settings = { 'X-Twilio-Webhooks-Signature-Settings': SETTINGS }
    const refused: [string, Record<string, string>][] = [
      [sha256(SHARED_KEY), {}],
      [signTwilio(url, form), settings],
      [sha256(LOCAL_TWILIO.authToken), settings],
      [signTwilio(url, form, SHARED_KEY), settings],
      ['', settings],
      [sha256(SHARED_KEY), { 'X-Twilio-Webhooks-Signature-Settings': 'key=1,algorithm=NONE' }],
    ]
    for (const [signature, headers] of refused) {
      const signed = { 'X-Twilio-Signature': signature, ...headers }
      expect((await callAt({}, encodeForm(form).toString(), signed)).status).toBe(403)
    }
    const valid = { 'X-Twilio-Signature': sha256(SHARED_KEY), ...settings }
    expect((await callAt({ sharedKeys: [] }, encodeForm(form).toString(), valid)).status).toBe(403)
    expect(await hasStopped()).toBe(false)
    expect((await callAt({}, encodeForm(form).toString(), valid)).status).toBe(200)
  })

  it('is refused with very many values', async () => {
    const body = 'a=&'.repeat(85_000)
    expect((await callAt({}, body, { 'X-Twilio-Signature': 'x' })).status).toBe(403)
  })
})
