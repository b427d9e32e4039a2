import { apiHeaders } from '../../api-headers.ts'
import {
  rememberedSession,
  type SessionCookieNames,
  type SessionToken,
  type TokenOwner,
} from './remembered.ts'

/** The options that the build passes to a page's script. */
export interface EarlyOptions {
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
  /** The complete response. Null if only changes are to be requested. Rejects if the request fails. */
  response: Promise<Response | null>
}

/** What a page's script knows and has started. */
export interface Early {
  owner: TokenOwner
  /** The session's token. Null if it has expired, so that nothing was sent. */
  token: SessionToken | null
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
 * Starts the first requests of a page in the session that this browser remembers if the session's token is still valid.
 * Otherwise, the page makes its requests after Clerk has loaded. Returns null in case of doubt, or if the URL contains
 * another organization.
 */
export function startEarly(options: EarlyOptions, world: World): Early | null {
  const { cookies, apiUrl, calls, changing } = options
  const { fetch, now } = world
  const remembered = rememberedSession(world.cookies, cookies, world.origin, now())
  if (!remembered || (world.organizationId ?? remembered.organizationId) !== remembered.organizationId)
    return null
  const { token, ...owner } = remembered
  const { organizationId } = owner

  async function isCached(): Promise<boolean> {
    const start = JSON.stringify([organizationId, changing.kind]).slice(0, -1)
    const rows = (await world.cached) as { question?: string }[] | null
    return rows?.some(({ question }) => question?.startsWith(start)) ?? false
  }

  async function ask(url: string, { value }: SessionToken): Promise<Response | null> {
    if (url.includes(changing.search) && (await isCached())) return null
    const headers = apiHeaders(organizationId, value)
    const response = await fetch(url, { headers, priority: 'high' })
    // Reading the body now frees the connection, even if no one takes the response.
    return new Response(await response.arrayBuffer(), response)
  }

  const started = new Map<string, EarlyCall>()
  if (token) {
    for (const path of calls) {
      const url = apiUrl + path.replace(':orgId', encodeURIComponent(organizationId))
      const response = ask(url, token)
      // No one needs to take it.
      response.catch(() => undefined)
      started.set(url, { startedAt: now(), response })
    }
  }
  return { owner, token, calls: started }
}
