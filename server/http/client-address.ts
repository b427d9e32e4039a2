import { type BlockList, isIP, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { TrustedProxies } from './trusted-proxies.ts'

/** An address with a port, as some proxies add it: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/
const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** The number of 16-bit groups of an IPv6 address that a provider's customer can't choose. */
const NETWORK_GROUPS = 4

/**
 * Returns the key for counting a visitor's requests. This is the address of the connection or, behind trusted proxies,
 * the nearest address in X-Forwarded-For that isn't a trusted proxy. All addresses of an IPv6 network (/64) share a
 * key.
 */
export function clientAddress(c: Context, proxies: TrustedProxies = 0): string {
  const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? []
  const route = [socketAddress(c), ...forwarded.map(withoutPort).toReversed()].filter(Boolean)
  const isProxy = (address: string, index: number) =>
    typeof proxies === 'number' ? index < proxies : lists(proxies, address)
  const nearest = route.find((address, index) => !isProxy(address, index))
  return network(nearest ?? route.at(-1) ?? 'unknown')
}

function withoutPort(forwarded: string): string {
  const address = forwarded.trim()
  const [, v4, v6] = WITH_PORT.exec(address) ?? []
  return v4 ?? v6 ?? address
}

function lists(proxies: BlockList, address: string): boolean {
  const plain = IPV4_IN_IPV6.exec(address)?.[1] ?? address
  const version = isIP(plain)
  return version !== 0 && proxies.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}

function socketAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    // Tests make requests without a socket.
    return 'unknown'
  }
}

/** Returns an IPv4 address, or the /64 network of an IPv6 address. */
export function network(address: string): string {
  const embedded = IPV4_IN_IPV6.exec(address)?.[1]
  if (embedded) return embedded
  if (!isIPv6(address)) return address.slice(0, 64)
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
