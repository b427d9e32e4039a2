import { openPublic, readStart, Unreachable } from './open-public.ts'

const MOST_REDIRECTS = 3
const HEADERS = {
  'User-Agent': 'Fieldhand/1.0 (reads the website of its own customer)',
  Accept: 'text/html,*/*;q=0.1',
  'Accept-Encoding': 'identity',
}

/** The reason why a page can't be read, worded for the person who entered its address. */
export { Unreachable as Unreadable }

export interface SafeFetchOptions {
  /** The most bytes to read of the body. The rest is ignored. */
  mostBytes: number
  /** The time limit in milliseconds for the page, including its redirects. */
  timeoutMs: number
  /** Additional headers, such as `If-None-Match`. */
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Returns whether an address is blocked. Tests allow the addresses of this machine. */
  isPrivate?: (address: string) => boolean
}

export interface FetchedPage {
  /** The address after redirects. */
  url: URL
  status: number
  /** The media type in lowercase, without parameters; empty if the response has none. */
  type: string
  etag: string | null
  /** The content security policies, separated by commas. */
  policy: string | null
  text: string
  /** Whether the body is longer than `mostBytes`. */
  isCut: boolean
}

/**
 * Reads a page whose address a person entered. Allows only http and https, and never an address of this machine or its
 * network. Follows up to three redirects, with the same restrictions. Throws {@link Unreachable}.
 */
export async function safeFetch(address: URL, options: SafeFetchOptions): Promise<FetchedPage> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  let url = address
  for (let redirects = 0; ; redirects++) {
    const response = await openPublic(url, {
      method: 'GET',
      headers: { ...HEADERS, ...options.headers },
      signal,
      isPrivate: options.isPrivate,
    })
    const { statusCode: status = 0, headers } = response
    if (status < 300 || status > 399 || !headers.location) {
      const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
      const body = await readStart(response, options.mostBytes + 1, url)
      const text = decode(body.subarray(0, options.mostBytes), headers['content-type'])
      return {
        url,
        status,
        type,
        etag: headers.etag ?? null,
        policy: [headers['content-security-policy'] ?? []].flat().join(', ') || null,
        text,
        isCut: body.length > options.mostBytes,
      }
    }
    response.destroy()
    if (redirects >= MOST_REDIRECTS) throw new Unreachable(`${url.host} redirects too often.`)
    if (!URL.canParse(headers.location, url)) throw new Unreachable(`${url.host} redirects to no address.`)
    url = new URL(headers.location, url)
  }
}

function decode(body: Buffer, contentType = ''): string {
  const charset = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
