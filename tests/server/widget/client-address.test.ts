import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { clientAddress, network } from '../../../server/widget/client-address.ts'

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
  const ask = async (trustsProxy: boolean) => {
    const app = new Hono().get('/', (c) => c.text(clientAddress(c, trustsProxy)))
    const headers = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.9' }
    return (
      await app.request('/', { headers }, { incoming: { socket: { remoteAddress: '192.0.2.1' } } })
    ).text()
  }

  it('takes the connection at its word, and a header only from a trusted proxy', async () => {
    expect(await ask(false)).toBe('192.0.2.1')
    expect(await ask(true)).toBe('203.0.113.9')
  })
})
