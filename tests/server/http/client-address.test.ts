import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../server/app/config.ts'
import { clientAddress, network } from '../../../server/http/client-address.ts'

describe('network', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
    ['2001:db8:1:2:bbbb:cccc:dddd:eeee', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['nonsense', 'nonsense'],
  ])('%s', (address, expected) => {
    expect(network(address)).toBe(expected)
  })
})

describe('clientAddress', () => {
  const ask = async (
    proxies: string,
    forwarded = '198.51.100.1, 203.0.113.9',
    remoteAddress = '192.0.2.1',
  ) => {
    const { trustProxy } = readConfig({ TRUST_PROXY: proxies })
    const app = new Hono().get('/', (c) => c.text(clientAddress(c, trustProxy)))
    const init = { headers: { 'X-Forwarded-For': forwarded } }
    return (await app.request('/', init, { incoming: { socket: { remoteAddress } } })).text()
  }

  it("is the connection's own without a trusted proxy", async () => {
    expect(await ask('0')).toBe('192.0.2.1')
  })

  it('skips as many proxies as configured', async () => {
    expect(await ask('1')).toBe('203.0.113.9')
    expect(await ask('2')).toBe('198.51.100.1')
    expect(await ask('3')).toBe('198.51.100.1')
  })

  it('is the first address that is not a listed proxy', async () => {
    expect(await ask('192.0.2.0/24')).toBe('203.0.113.9')
    expect(await ask('192.0.2.1, 203.0.113.9')).toBe('198.51.100.1')
    expect(await ask('192.0.2.1', undefined, '::ffff:192.0.2.1')).toBe('203.0.113.9')
    expect(await ask('2001:db8::/32', undefined, '2001:db8::9')).toBe('203.0.113.9')
  })

  it('leaves out the port, which changes with each connection', async () => {
    expect(await ask('1', '203.0.113.9:50123')).toBe('203.0.113.9')
    expect(await ask('1', '[2001:db8:1:2::9]:50123')).toBe('2001:db8:1:2')
    expect(await ask('1', '[2001:db8:1:2::9]')).toBe('2001:db8:1:2')
    expect(await ask('192.0.2.1, 203.0.113.9', '198.51.100.1:1, 203.0.113.9:2')).toBe('198.51.100.1')
  })

  it("is the connection's own if that is not a listed proxy", async () => {
    expect(await ask('10.0.0.0/8')).toBe('192.0.2.1')
  })

  it.each(['-1', '10', 'proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '1,,2'])(
    'refuses %j as a list of proxies',
    (given) => {
      expect(() => readConfig({ TRUST_PROXY: given })).toThrow('TRUST_PROXY must be a number of proxies')
    },
  )
})
