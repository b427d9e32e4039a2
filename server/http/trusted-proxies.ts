import { BlockList, isIP } from 'node:net'
import { StartupError } from '../base/errors.ts'

/** The trusted proxies, as their number or their addresses. */
export type TrustedProxies = number | BlockList

declare module '../kernel/config.ts' {
  interface Config {
    /** Trusted proxies for X-Forwarded-For; none by default. */
    trustProxy?: TrustedProxies
  }
}

/** Parses the number of proxies, or their addresses and networks, separated by commas. */
export function readProxies(given: string): TrustedProxies {
  if (/^\d$/.test(given)) return Number(given)
  const proxies = new BlockList()
  for (const entry of given.split(',')) {
    const [address = '', bits, ...rest] = entry.trim().split('/')
    const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
    const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
    if (longest === 0 || length < 0 || length > longest || rest.length > 0) {
      throw new StartupError(
        `TRUST_PROXY must be a number of proxies or their addresses, such as 1 or 10.0.0.0/8,::1, not "${given}".`,
      )
    }
    proxies.addSubnet(address, length, longest === 32 ? 'ipv4' : 'ipv6')
  }
  return proxies
}
