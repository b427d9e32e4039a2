import { lookup as resolveName } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// From IANA's special-purpose address registries: what isn't globally reachable, or embeds another address. A single
// list would compare IPv4 addresses with the IPv6 ranges, too.
const PRIVATE = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.ipv4.addSubnet(address, bits, 'ipv4')
}
for (const [address, bits] of [
  // Only 2000::/3 is global unicast. The rest includes mapped and translated IPv4 addresses.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  PRIVATE.ipv6.addSubnet(address, bits, 'ipv6')
}

/** Returns whether an address belongs to this machine or its network, or doesn't identify a single machine. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return PRIVATE[family].check(address, family)
}

export const isLoopback = (address: string): boolean => /^(127\.|::1$)/.test(address)

/**
 * Returns a function that tells whether an address is blocked. Private addresses are, except that `isHereAllowed`
 * allows the addresses of this machine.
 */
export const blockedAddresses = (isHereAllowed: boolean) => (address: string) =>
  isPrivateAddress(address) && !(isHereAllowed && isLoopback(address))

/** Returns whether the host of a URL is a private IP address. Host names are checked when they are resolved. */
export function isPrivateHost(hostname: string, isPrivate = isPrivateAddress): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '')
  return isIP(literal) !== 0 && isPrivate(literal)
}

/**
 * Returns a lookup function for requests to untrusted URLs. It resolves names like Node.js does, and fails if any of
 * the addresses is private. This way, the address that is checked is the one that the request connects to.
 */
export function lookupPublic(blocked: () => Error, isPrivate = isPrivateAddress): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      if (addresses.length === 0 || addresses.some(({ address }) => isPrivate(address))) {
        return callback(blocked(), '')
      }
      const [first] = addresses
      if (options.all) return callback(null, addresses)
      callback(null, first?.address ?? '', first?.family ?? 0)
    })
  }
}
