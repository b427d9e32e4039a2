import { apiHeaders } from '../api-headers.ts'
import {
  belongsTo,
  readToken,
  rememberedSession,
  type SessionCookieNames,
  type SessionToken,
  type TokenOwner,
} from './remembered.ts'

/** What the build tells the script of a page. */
export interface EarlyOptions {
  /** URL of Clerk's sessions, to which a session's id and `tokens` are added; null if it cannot be predicted. */
  sessionsUrl: string | null
  /** The query of Clerk's calls. */
  query: string
  cookies: SessionCookieNames
  /** The API's URL, without a trailing slash. */
  apiUrl: string
  /** The paths of the page's first calls, with `:orgId` for the organization. */
  calls: readonly string[]
  /** The kind of query of whose cached data this device asks only the changes, and the beginning of its calls' query. */
  changing: { kind: string; search: string }
}

/** A call under way. */
export interface EarlyCall {
  /** Milliseconds since 1970. */
  startedAt: number
  /** The complete response; null if there is none. */
  response: Promise<Response | null>
}

/** What the script of a page has started. */
export interface Early {
  owner: TokenOwner
  /** The session's token; null if Clerk refused one or did not respond. */
  token: Promise<SessionToken | null>
  /** By URL. Each is taken once. */
  calls: Map<string, EarlyCall>
}

/** The browser as far as the script uses it. */
interface World {
  cookies: string
  origin: string
  /** The organization that the page's URL names; null if it names none. */
  organizationId: string | null
  now: () => number
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** What this device has cached: the owner, and the responses with the keys of their queries. */
  cached: Promise<unknown[] | null>
}

/**
 * Starts the first calls of a page in the session that this browser remembers: with its token if that is still good, else
 * with a new one from Clerk. Returns null in any doubt, and if the URL names another organization; then the page makes its
 * calls when Clerk has loaded.
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
    // Reading it now frees the connection, also if nobody takes it.
    return new Response(await response.arrayBuffer(), response)
  }

  const orNull = () => null
  const current = token ? Promise.resolve(token) : newToken().catch(orNull)
  const started = calls.map((path): [string, EarlyCall] => {
    const url = apiUrl + path.replace(':orgId', encodeURIComponent(organizationId))
    return [url, { startedAt: now(), response: ask(url).catch(orNull) }]
  })
  return { owner, token: current, calls: new Map(started) }
}
