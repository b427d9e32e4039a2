import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../server/app/config.ts'
import { isPrivateAddress } from '../../../../server/net/public-address.ts'
import { openPush } from '../../../../server/notifications/channels/push.ts'
import { vapidKeys } from '../../../../server/notifications/channels/vapid.ts'
import { type PushTarget, Undeliverable } from '../../../../server/notifications/senders.ts'
import { postedServer } from '../../../support/post.ts'

const server = await postedServer({ seed: 'none' })
const { post } = server

beforeEach(() => post.clear())

const targetOf = ({ endpoint, keys }: ReturnType<typeof post.push.subscribe>): PushTarget => ({
  endpoint,
  ...keys,
})
const send = (target: PushTarget, payload = '{"title":"New lead"}') =>
  server.senders.push?.send(target, payload)
const failure = async (target: PushTarget, payload?: string) =>
  send(target, payload)?.then(
    () => null,
    (error: Error) => error,
  )

describe('a push message', () => {
  it('arrives encrypted for the device and signed by this server', async () => {
    const device = post.push.subscribe()
    const payload = JSON.stringify({ title: 'Marcus — «Mähen» 🌱', body: 'x'.repeat(2_000) })
    expect(await send(targetOf(device), payload)).toEqual({ providerId: null })
    expect(post.push.messages.list()).toMatchObject([
      { to: device.id, payload, urgency: 'high', ttl: 12 * 3_600 },
    ])
  })

  it('cannot be read with the keys of another device', async () => {
    const [mine, other] = [post.push.subscribe(), post.push.subscribe()]
    const error = await failure({ ...targetOf(mine), p256dh: other.keys.p256dh })
    expect(error).toBeInstanceOf(Undeliverable)
    expect(post.push.messages.list()).toEqual([])
  })

  it('is refused by the push service without a signature of this server', async () => {
    const { id } = post.push.subscribe()
    const headers = new Headers({ ttl: '1', 'content-encoding': 'aes128gcm' })
    expect((await post.push.take(id, headers, Buffer.alloc(100))).status).toBe(401)
    const forged = `vapid t=${['e30', 'e30', 'e30'].join('.')}, k=${server.senders.push?.publicKey}`
    headers.set('authorization', forged)
    expect((await post.push.take(id, headers, Buffer.alloc(100))).status).toBe(401)
  })

  it.each(['404', '410'] as const)('to a dead subscription (%s) fails for good', async (fault) => {
    await post.push.faults.tell({ fault, times: 1 })
    const target = targetOf(post.push.subscribe())
    const error = await failure(target)
    expect(error).toMatchObject({ isGone: true, message: 'The device has turned push messages off.' })
    expect(await failure(target)).toBeNull()
  })

  it('to a subscription that never was fails for good', async () => {
    const { endpoint, keys } = post.push.subscribe()
    expect(await failure({ endpoint: `${endpoint}x`, ...keys })).toMatchObject({ isGone: true })
  })

  it.each(['400', '413'] as const)(
    'that is refused (%s) fails for good, but the device stays',
    async (fault) => {
      await post.push.faults.tell({ fault })
      const error = await failure(targetOf(post.push.subscribe()))
      expect(error).toBeInstanceOf(Undeliverable)
      expect(error).toMatchObject({ isGone: false })
    },
  )

  it.each(['429', '500'] as const)('to a busy service (%s) fails for now', async (fault) => {
    await post.push.faults.tell({ fault })
    const error = await failure(targetOf(post.push.subscribe()))
    expect(error).not.toBeInstanceOf(Undeliverable)
    expect(error?.message).toMatch(
      /^The push service localhost:\d+ (asks to try again later|returned HTTP 500)/,
    )
  })

  it.each([
    ['that never answers', () => {}],
    [
      'whose answer never ends',
      (response: ServerResponse) => {
        const more = () => void (response.writable && response.write('…', () => setTimeout(more, 10)))
        response.writeHead(201)
        more()
      },
    ],
  ])('to a service %s fails for now', async (_, answer) => {
    const slow = createServer((_request, response) => void answer(response))
    await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening))
    const { port } = slow.address() as AddressInfo
    const api = `http://127.0.0.1:${port}`
    const config = { ...server.deps.config, origins: { ...server.deps.config.origins, api } }
    const push = openPush(await vapidKeys(server.deps), config, { answerMs: 200 })
    const { keys } = post.push.subscribe()
    await expect(push.send({ endpoint: `${api}/x`, ...keys }, 'x')).rejects.toThrow(
      `The push service 127.0.0.1:${port} does not answer in time.`,
    )
    slow.closeAllConnections()
    slow.close()
  })

  it('with keys that are none fails for good', async () => {
    const target = targetOf(post.push.subscribe())
    expect(await failure({ ...target, p256dh: 'AAAA' })).toMatchObject({ isGone: true })
    expect(await failure({ ...target, auth: 'AA' })).toMatchObject({ isGone: true })
  })
})

describe('an endpoint', () => {
  const keys = { p256dh: '', auth: '' }
  const channel = async (env: Record<string, string> = {}) => {
    const config = { ...readConfig(env), isLocal: false }
    return openPush(await vapidKeys({ ...server.deps, config }), config)
  }
  const { p256dh, auth } = post.push.subscribe().keys
  Object.assign(keys, { p256dh, auth })

  it.each([
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://0x7f.1/x',
    'https://2130706433/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/x',
    'https://[fd00::1]/x',
    'https://user:password@push.example.com/x',
    'file:///etc/passwd',
    'nonsense',
  ])('that is not one of a push service gets nothing: %s', async (endpoint) => {
    const push = await channel()
    const sent = push.send({ endpoint, ...keys }, 'x')
    await expect(sent).rejects.toThrow('The address of this device is not one of a push service.')
    await expect(sent).rejects.toMatchObject({ isGone: true })
  })

  it('whose name leads to this machine gets nothing', async () => {
    const push = await channel()
    await expect(push.send({ endpoint: 'https://localhost/x', ...keys }, 'x')).rejects.toMatchObject({
      isGone: true,
      message: 'The address of this device is not one of a push service.',
    })
  })

  it('of this machine counts only locally', async () => {
    const push = await channel()
    await expect(push.send(targetOf(post.push.subscribe()), 'x')).rejects.toMatchObject({ isGone: true })
  })

  it.each(['1.1.1.1', '172.32.0.1', '192.169.0.1', '2001:4860:4860::8888', '2606:4700::1111'])(
    'may be public: %s',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false)
    },
  )

  it.each([
    '192.0.2.1',
    '192.88.99.1',
    '198.51.100.1',
    '203.0.113.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fd00::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ])('is not public: %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })
})
