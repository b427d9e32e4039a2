import { lookup } from 'node:dns/promises'
import type { Config } from '../kernel/config.ts'
import { blockedAddresses, isLoopback, isPrivateHost } from '../net/public-address.ts'

type Receivers = Pick<Config, 'localReceivers'>

/**
 * Returns why webhooks can't be sent to an address, or null if they can. Resolves its host name, but accepts an unknown
 * name, because it might be registered later. Requires TLS, except for receivers on this machine if those are allowed.
 */
export async function problemOf(url: URL, config: Receivers): Promise<string | null> {
  if (url.username !== '' || url.password !== '')
    return 'The address must not contain a user name or password'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isHere = config.localReceivers && (host === 'localhost' || isLoopback(host))
  if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:')) {
    return 'The address must begin with https://'
  }
  const isBlocked = blockedAddresses(config.localReceivers)
  const addresses = await lookup(host, { all: true }).catch(() => [])
  const isPrivate =
    isPrivateHost(url.hostname, isBlocked) || addresses.some(({ address }) => isBlocked(address))
  return isPrivate ? `${url.host} is not on the public internet` : null
}
