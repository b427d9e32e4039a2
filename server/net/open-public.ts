import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isPrivateAddress, isPrivateHost, lookupPublic } from './public-address.ts'

/** The reason why an address can't be reached, worded for the person who entered it. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

const NO_SCHEME = 'The address must begin with https:// or http://'

export interface PublicRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  /** Returns whether an address is blocked. By default, all addresses of this machine and its network are. */
  isPrivate?: ((address: string) => boolean) | undefined
}

/** Parses the address of a web page. Throws {@link Unreachable}. */
export function readAddress(address: string): URL {
  const url = URL.parse(address)
  if (url === null) throw new Unreachable('This is not an address of a website.')
  // Without a scheme, a host with a port looks like a scheme and a path.
  if (!/^https?:$/.test(url.protocol)) throw new Unreachable(NO_SCHEME)
  return url
}

/**
 * Requests an address that a person entered. Allows only http and https, and never an address of this machine or its
 * network. Doesn't follow redirects. Throws {@link Unreachable}.
 */
export function openPublic(
  url: URL,
  { method, headers, body, signal, isPrivate = isPrivateAddress }: PublicRequest,
): Promise<IncomingMessage> {
  const refused = () => new Unreachable(`${url.host} is not on the public internet.`)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Unreachable(NO_SCHEME)
  }
  if (isPrivateHost(url.hostname, isPrivate)) throw refused()
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) => {
    const sent = request(url, { method, headers, signal, lookup: lookupPublic(refused, isPrivate) }, done)
    sent.on('error', (error) => fail(error instanceof Unreachable ? error : failure(url, signal)))
    sent.end(body)
  })
}

const failure = ({ host }: URL, { aborted }: AbortSignal) =>
  new Unreachable(aborted ? `${host} does not answer in time.` : `${host} cannot be reached.`)

/**
 * Returns up to `most` bytes from the start of a response. Throws {@link Unreachable} if the connection breaks before
 * that.
 */
export async function readStart(response: IncomingMessage, most: number, { host }: URL): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= most) break
    }
  } catch {
    throw new Unreachable(`${host} stopped answering.`)
  }
  return Buffer.concat(parts).subarray(0, most)
}
