import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isPrivateAddress, isPrivateHost, lookupPublic } from './public-address.ts'

const MOST_REDIRECTS = 3
const USER_AGENT = 'Fieldhand/1.0 (reads the website of its own customer)'

/** Why a page was not read, for the person who gave its address. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

export interface SafeFetchOptions {
  /** Reads only the first bytes of a longer body. */
  mostBytes: number
  /** Milliseconds for the page with its redirects. */
  timeoutMs: number
  /** Ends the request early. */
  signal?: AbortSignal
  /** Which addresses are refused; tests allow those of this machine. */
  isPrivate?: (address: string) => boolean
}

export interface FetchedPage {
  /** The address after redirects. */
  url: URL
  status: number
  /** In lower case, without parameters; empty without one. */
  type: string
  text: string
}

/**
 * Reads a page whose address comes from a person: http and https only, never an address of this machine or its network,
 * also after redirects, of which it follows three. Throws {@link Unreadable}.
 */
export async function safeFetch(address: URL, options: SafeFetchOptions): Promise<FetchedPage> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  let url = address
  for (let redirects = 0; ; redirects++) {
    const response = await open(url, signal, options.isPrivate ?? isPrivateAddress)
    const { statusCode: status = 0, headers } = response
    if (status < 300 || status > 399 || !headers.location) {
      const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
      const body = await read(response, options.mostBytes, url)
      return { url, status, type, text: decode(body, headers['content-type']) }
    }
    response.destroy()
    if (redirects >= MOST_REDIRECTS) throw new Unreadable(`${url.host} redirects too often.`)
    if (!URL.canParse(headers.location, url)) throw new Unreadable(`${url.host} redirects to no address.`)
    url = new URL(headers.location, url)
  }
}

function open(
  url: URL,
  signal: AbortSignal,
  isPrivate: (address: string) => boolean,
): Promise<IncomingMessage> {
  const refused = () => new Unreadable(`${url.host} is not on the public internet.`)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Unreadable('The address must begin with https:// or http://')
  }
  if (isPrivateHost(url.hostname, isPrivate)) throw refused()
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) => {
    const headers = { 'User-Agent': USER_AGENT, Accept: 'text/html,*/*;q=0.1', 'Accept-Encoding': 'identity' }
    const sent = request(url, { headers, signal, lookup: lookupPublic(refused, isPrivate) }, done)
    sent.on('error', (error) => fail(error instanceof Unreadable ? error : failure(url, signal)))
    sent.end()
  })
}

const failure = ({ host }: URL, { aborted }: AbortSignal) =>
  new Unreadable(aborted ? `${host} does not answer in time.` : `${host} cannot be reached.`)

async function read(response: IncomingMessage, most: number, url: URL): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= most) break
    }
  } catch {
    throw new Unreadable(`${url.host} stopped answering.`)
  }
  return Buffer.concat(parts).subarray(0, most)
}

function decode(body: Buffer, contentType = ''): string {
  const charset = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
