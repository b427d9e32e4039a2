import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** The half of an IPv6 address that one customer of a provider cannot choose, in groups of 16 bits. */
const NETWORK_GROUPS = 4

/**
 * Whom to count a visitor's requests under. The connection's address; behind a trusted proxy the last entry of
 * X-Forwarded-For, which that proxy wrote. All addresses of one IPv6 network (/64) count as one.
 */
export function clientAddress(c: Context, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return network(forwarded || socketAddress(c))
}

function socketAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    // A request handed in without a socket, as tests do.
    return 'unknown'
  }
}

/** The address, or of an IPv6 address its /64 network. */
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
