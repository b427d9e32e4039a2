import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSecrets } from '../../../server/base/secrets.ts'
import { sealSecrets } from '../../../server/webhooks/secret.ts'
import {
  createWebhook,
  listWebhooks,
  rotateWebhookSecret,
  SECRET_REPEATED_MINUTES,
  testWebhook,
  updateWebhook,
  type Webhook as WebhookAnswer,
} from '../../../src/contract/webhooks.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { call, FRESH } from '../../support/api.ts'
import { ALL_EVENTS } from '../../support/receiver.ts'
import { startWebhookServer, type WebhookServer } from '../../support/webhooks.ts'

const KEY = createSecrets([Buffer.alloc(32, 1)])
const OTHER_KEY = createSecrets([Buffer.alloc(32, 2)])
const PLAIN = `whsec_${btoa('a secret of an earlier version')}`
const OLD_PLAIN = `whsec_${btoa('the secret before that one')}`

let server: WebhookServer
beforeAll(async () => {
  server = await startWebhookServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.deps.secrets = KEY
  await server.deps.db.deleteFrom('webhook_endpoints').execute()
  server.receiver.received.length = 0
})

const params = { orgId: FRESH }
const stored = () =>
  server.deps.db.selectFrom('webhook_endpoints').select(['id', 'secret', 'old_secret']).execute()
const listed = async (): Promise<object[]> =>
  (await call(server, listWebhooks, { params })).body.map(({ secret, secret_hint }: WebhookAnswer) => ({
    secret,
    secret_hint,
  }))
/** What the list shows of a secret. */
const hint = (secret: string) => ({ secret: null, secret_hint: secret.replace(/=+$/, '').slice(-4) })
const test = async (webhookId: string) =>
  (await call(server, testWebhook, { params: { ...params, webhookId } })).body
const rotate = (webhookId: string) => call(server, rotateWebhookSecret, { params: { ...params, webhookId } })

/** Expects that the last message is signed with each of these secrets, in their order. */
function expectSigned(...secrets: string[]) {
  const last = server.receiver.received.at(-1)
  if (!last) throw new Error('Nothing was received')
  const { headers, body } = last
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const signatures = secrets.map((each) => new Webhook(each).sign(String(headers['webhook-id']), at, body))
  expect(headers['webhook-signature']).toBe(signatures.join(' '))
}

/** Adds an endpoint as an earlier version stored it. */
async function addPlain() {
  await server.deps.db
    .insertInto('webhook_endpoints')
    .values({
      ...{ id: 'earlier', organization_id: FRESH, url: `${server.receiver.origin}/hook` },
      ...{ events: JSON.stringify(ALL_EVENTS), secret: PLAIN, created_at: server.clock.now() },
      ...{ old_secret: OLD_PLAIN, old_secret_until: new Date(server.clock.now().getTime() + 60_000) },
    })
    .execute()
}

describe('the secret of an endpoint', () => {
  it('is not in the database, before and after it is replaced', async () => {
    const { id, secret } = await server.endpoint(FRESH)
    const { body: replaced } = await rotate(id)
    const inDatabase = JSON.stringify(await stored())
    for (const each of [secret, replaced.secret]) {
      expect(each).toMatch(/^whsec_/)
      expect(inDatabase).not.toContain(each.slice('whsec_'.length))
    }
    expect(await listed()).toEqual([hint(replaced.secret)])
    await test(id)
    expectSigned(replaced.secret, secret)
  })

  it('is in the responses that issue it, also if they are repeated within ten minutes, and in no others', async () => {
    const began = server.clock.now()
    const body = { id: 'repeated', url: `${server.receiver.origin}/hook`, events: ALL_EVENTS }
    const create = async () => (await call(server, createWebhook, { params, body })).body.secret
    const replace = async () => (await rotate('repeated')).body.secret
    const first = await create()
    expect(await create()).toBe(first)
    const second = await replace()
    server.clock.advance(SECRET_REPEATED_MINUTES * MINUTE_MS - 1)
    expect([await replace(), await create()]).toEqual([second, second])
    await test('repeated')
    expectSigned(second, first)
    server.clock.advance(1)
    expect(await create()).toBeNull()
    const changed = { params: { ...params, webhookId: 'repeated' }, body: { is_paused: true } }
    expect((await call(server, updateWebhook, changed)).body).toMatchObject(hint(second))
    expect([first, second]).not.toContain(await replace())
    server.clock.set(began)
  })

  it('of an earlier version signs as before, and is sealed at the next start', async () => {
    await addPlain()
    expect(await test('earlier')).toMatchObject({ status: 'delivered' })
    expectSigned(PLAIN, OLD_PLAIN)
    await sealSecrets(server.deps.db, KEY)
    const [sealed] = await stored()
    expect(JSON.stringify(sealed)).not.toContain('whsec_')
    await sealSecrets(server.deps.db, KEY)
    expect(await stored()).toEqual([sealed])
    expect(await listed()).toEqual([hint(PLAIN)])
    expect(await test('earlier')).toMatchObject({ status: 'delivered' })
    expectSigned(PLAIN, OLD_PLAIN)
  })

  it('is replaced if the key is lost, and nothing is sent without it', async () => {
    const { id } = await server.endpoint(FRESH)
    server.deps.secrets = OTHER_KEY
    expect(await listed()).toEqual([hint('')])
    expect(await test(id)).toMatchObject({
      status: 'failed',
      error: 'The secret of this endpoint cannot be read any more. Replace it.',
    })
    expect(server.receiver.received).toEqual([])
    const { body } = await rotate(id)
    expect(await test(id)).toMatchObject({ status: 'delivered' })
    expectSigned(body.secret)
  })

  it('is not issued by a server without a key, where those of earlier versions sign as before', async () => {
    await addPlain()
    server.deps.secrets = null
    const refused = {
      status: 422,
      body: { message: 'Webhooks are not set up on this server. Set SECRETS_KEY.' },
    }
    const body = { url: `${server.receiver.origin}/hook`, events: ALL_EVENTS }
    expect(await call(server, createWebhook, { params, body })).toMatchObject(refused)
    expect(await rotate('earlier')).toMatchObject(refused)
    expect(await test('earlier')).toMatchObject({ status: 'delivered' })
    expectSigned(PLAIN, OLD_PLAIN)
  })
})
