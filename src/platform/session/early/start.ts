import { apiHeaders } from '../../api-headers.ts'
import {
  belongsTo,
  readToken,
  rememberedSession,
  type SessionCookieNames,
  type SessionToken,
  type TokenOwner,
} from './remembered.ts'

/** The options that the build passes to a page's script. */
export interface EarlyOptions {
  /**
   * The URL of Clerk's sessions, to which the script appends a session's id and `tokens`. Null if it cannot be
   * predicted.
   */
  sessionsUrl: string | null
  /** The query string of Clerk's requests. */
  query: string
  cookies: SessionCookieNames
  /** The API's URL, without a trailing slash. */
  apiUrl: string
  /** The paths of the page's first requests, with `:orgId` in place of the organization. */
  calls: readonly string[]
  /**
   * The kind of query for which only changes are requested if its data is cached, and the start of its requests' query
   * string.
   */
  changing: { kind: string; search: string }
}

/** A request in progress. */
export interface EarlyCall {
  /** Milliseconds since 1970. */
  startedAt: number
  /** The complete response. Null if there was no token, so that nothing was sent. Rejects if the request fails. */
  response: Promise<Response | null>
}

/** Returns a request in progress, which no one needs to take. */
export function earlyCall(startedAt: number, response: Promise<Response | null>): EarlyCall {
  response.catch(() => undefined)
  return { startedAt, response }
}

/** What a page's script has started. */
export interface Early {
  owner: TokenOwner
  /** The session's token. Null if Clerk rejected the request or did not respond. */
  token: Promise<SessionToken | null>
  /** The requests by URL. Each can be taken once. */
  calls: Map<string, EarlyCall>
}

/** The parts of the browser that the script uses. */
interface World {
  cookies: string
  origin: string
  /** The organization in the page's URL, or null if there is none. */
  organizationId: string | null
  now: () => number
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The data cached on this device: the owner, and the responses with the keys of their queries. */
  cached: Promise<unknown[] | null>
}

/**
 * Starts the first requests of a page in the session that this browser remembers. Uses the session's token if it is
 * still valid, or else requests a new one from Clerk. Returns null in case of doubt, or if the URL contains another
 * organization. The page then makes its requests after Clerk has loaded.
 */
export function startEarly(options: EarlyOptions, world: World): Early | null {
  const { sessionsUrl, query, cookies, apiUrl, calls, changing } = options
  const { fetch, now } = world
  const remembered = sessionsUrl ? rememberedSession(world.cookies, cookies, world.origin, now()) : null
  if (!remembered || (world.organizationId ?? remembered.organizationId) !== remembered.organizationId)
    return null
  const { token, ...owner } = remembered
  const { sessionId, organizationId } = owner

  async function newToken(): Promise<SessionToken | null> {
    const response = await fetch(`${sessionsUrl}/${encodeURIComponent(sessionId)}/tokens${query}`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ organization_id: organizationId }).toString(),
      priority: 'high',
    })
    const value: unknown = response.ok ? (await response.json())?.jwt : null
    const claims = readToken(value)
    if (!belongsTo(claims, owner)) return null
    // The clocks of this device and of Clerk can differ.
    return { value: String(value), expiresAt: now() + claims.expiresAt - claims.issuedAt }
  }

  async function isCached(): Promise<boolean> {
    const start = JSON.stringify([organizationId, changing.kind]).slice(0, -1)
    const rows = (await world.cached) as { question?: string }[] | null
    return rows?.some(({ question }) => question?.startsWith(start)) ?? false
  }

  async function ask(url: string): Promise<Response | null> {
    const good = await current
    if (!good || (url.includes(changing.search) && (await isCached()))) return null
    const headers = apiHeaders(organizationId, good.value)
    const response = await fetch(url, { headers, priority: 'high' })
    // Reading the body now frees the connection, even if no one takes the response.
    return new Response(await response.arrayBuffer(), response)
  }

  const current = token ? Promise.resolve(token) : newToken().catch(() => null)
  const started = calls.map((path): [string, EarlyCall] => {
    const url = apiUrl + path.replace(':orgId', encodeURIComponent(organizationId))
    return [url, earlyCall(now(), ask(url))]
  })
  return { owner, token: current, calls: new Map(started) }
}
