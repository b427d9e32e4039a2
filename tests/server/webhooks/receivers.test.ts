import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPrivateAddress } from '../../../server/net/public-address.ts'
import { send } from '../../../server/webhooks/send.ts'
import { createWebhook, listWebhooks, testWebhook, updateWebhook } from '../../../src/contract/webhooks.ts'
import { type Answer, call, GREEN, RIVAL } from '../../support/api.ts'
import { ALL_EVENTS, type Receiver, startReceiver } from '../../support/receiver.ts'
import { sharedServer } from '../../support/server.ts'

/** As it runs with a Clerk key of its own: nothing on this machine or its network is reached. */
const server = await sharedServer({ config: { localReceivers: false } })
const local = await sharedServer()
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const create = (url: string, on = server, orgId = GREEN) =>
  call(on, createWebhook, { params: { orgId }, body: { url, events: ALL_EVENTS } })

it.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://[::1]:8443/hook',
  'https://[::ffff:10.0.0.1]/',
  'https://10.1.2.3/',
  'https://192.168.0.1/',
  'https://172.20.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://[fd00::1]/',
  'https://0.0.0.0/',
  // A name, resolved when it is saved.
  'https://localhost/hook',
])('is not saved at %s', async (url) => {
  const { status, body } = await create(url)
  expect([status, body.message]).toEqual([400, `${new URL(url).host} is not on the public internet`])
  expect(body.details).toMatchObject([{ path: 'url' }])
})

it.each([
  ['http://example.com/hook', 'The address must begin with https://'],
  ['ftp://example.com/hook', 'The address must begin with https://'],
  ['javascript:alert(1)', 'The address must begin with https://'],
  ['https://user:pass@example.com/', 'The address must not contain a user name or password'],
  ['not an address', 'Enter an address that begins with https://'],
  [`https://example.com/${'x'.repeat(3_000)}`, 'Must be at most 2048 characters'],
])('is not saved at %s', async (url, message) => {
  const { status, body } = await create(url)
  expect([status, body.message]).toEqual([400, message])
})

it('is not reached by a name that has become private since it was saved', async () => {
  const { db } = server.deps
  const url = `http://localhost:${receiver.port}/hook`
  const secret = `whsec_${btoa('a secret of this test')}`
  await db
    .insertInto('webhook_endpoints')
    .values({
      id: 'rebound',
      organization_id: GREEN,
      url,
      events: JSON.stringify(ALL_EVENTS),
      secret,
      created_at: new Date(),
    })
    .execute()
  const { body } = await call(server, testWebhook, { params: { orgId: GREEN, webhookId: 'rebound' } })
  expect(body).toMatchObject({
    status: 'failed',
    response_status: null,
    error: `localhost:${receiver.port} is not on the public internet.`,
  })
  expect(receiver.received).toEqual([])
})

it('can be on this machine in the local start, also without TLS, but not on its network', async () => {
  const { status, body } = await create(`http://localhost:${receiver.port}/hook`, local)
  expect([status, body.url]).toEqual([200, `http://localhost:${receiver.port}/hook`])
  expect((await create('http://10.0.0.1/hook', local)).status).toBe(400)
  expect((await create('https://10.0.0.1/hook', local)).status).toBe(400)
  const moved = await call(local, updateWebhook, {
    params: { orgId: GREEN, webhookId: body.id },
    body: { url: 'https://192.168.1.1/' },
  })
  expect(moved.status).toBe(400)
})

it('is nobody else’s', async () => {
  const { body } = await create(`${receiver.origin}/hook`, local)
  const mine = { orgId: GREEN, webhookId: body.id }
  const asRival = (answer: Answer) => answer.status
  for (const target of [listWebhooks, testWebhook]) {
    expect(asRival(await call(local, target, { params: mine, as: 'rival' }))).toBe(403)
  }
  const theirs = { orgId: RIVAL, webhookId: body.id }
  for (const target of [testWebhook, updateWebhook]) {
    expect(asRival(await call(local, target, { params: theirs, as: 'rival', body: {} }))).toBe(404)
  }
})

const message = { id: 'msg_1', body: '{}', secrets: [`whsec_${btoa('a secret of this test')}`] }
const post = (path: string) =>
  send({ ...message, url: `${receiver.origin}${path}` }, new Date(), {
    isPrivate: (address) => address !== '127.0.0.1' && isPrivateAddress(address),
    answerMs: 200,
  })

it('that never answers is given up', async () => {
  receiver.answer = 'wait'
  expect(await post('/slow')).toMatchObject({
    status: null,
    error: `127.0.0.1:${receiver.port} does not answer in time.`,
  })
})

it('that answers without an end is read to its first 2,048 bytes', async () => {
  receiver.answer = 'flood'
  expect(await post('/flood')).toMatchObject({ status: 200, text: 'x'.repeat(2_048) })
})

it('that is gone cannot be reached', async () => {
  const gone = await startReceiver()
  await gone.close()
  const answer = await send({ ...message, url: gone.origin }, new Date(), { isPrivate: () => false })
  expect(answer.error).toBe(`127.0.0.1:${gone.port} cannot be reached.`)
})
