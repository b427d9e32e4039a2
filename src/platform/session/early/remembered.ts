/** The session, user, and organization that a session token belongs to. */
export interface TokenOwner {
  sessionId: string
  userId: string
  organizationId: string
}

/** The session according to this browser's cookies. */
export interface RememberedSession extends TokenOwner {
  /** The session's token if it is still valid, with its expiration time in milliseconds since 1970. */
  token: SessionToken | null
}

export interface SessionToken {
  value: string
  expiresAt: number
}

/** The names of Clerk's cookies, with the preferred name first. */
export interface SessionCookieNames {
  /** The cookies with the time of the last sign-in or sign-out, in seconds since 1970, or 0 if no one is signed in. */
  signedIn: readonly string[]
  /** The cookies with the last session token, which stays there after it has expired. */
  session: readonly string[]
}

/** The cookie with the session and organization of the most recently active tab, as `session:organization`. */
const ACTIVE_CONTEXT = 'clerk_active_context'

/**
 * Milliseconds before its expiration from which a token is no longer used, because requests take time and clocks
 * differ.
 */
const MARGIN = 10_000

interface Claims extends TokenOwner {
  origin: string | undefined
  issuedAt: number
  expiresAt: number
}

/**
 * Reads a session token, in version 1 or 2 of Clerk's claims, without verifying it. Returns null if it is malformed.
 */
export function readToken(token: unknown): Claims | null {
  try {
    const [, payload = ''] = String(token).split('.')
    const { sid, sub, o, org_id, azp, iat, exp } = JSON.parse(
      atob(payload.replaceAll('-', '+').replaceAll('_', '/')),
    )
    const organizationId = o?.id ?? org_id
    const isWhole = [sid, sub, organizationId].every((id) => id && typeof id === 'string')
    if (!isWhole || !(exp > iat)) return null
    return {
      sessionId: sid,
      userId: sub,
      organizationId,
      origin: azp,
      issuedAt: iat * 1000,
      expiresAt: exp * 1000,
    }
  } catch {
    return null
  }
}

/**
 * Returns the session in this browser's `cookies` for a page of `origin`. Returns null in case of doubt: no one is
 * signed in; there is no token for a session in an organization; the token is for another site or older than the last
 * sign-in; or another session or organization was active last.
 */
export function rememberedSession(
  cookies: string,
  names: SessionCookieNames,
  origin: string,
  now: number,
): RememberedSession | null {
  const values = new Map<string, string>()
  for (const pair of cookies.split('; ')) {
    const end = pair.indexOf('=')
    values.set(pair.slice(0, end), pair.slice(end + 1))
  }
  const signedInAt = Math.max(...names.signedIn.map((name) => Number(values.get(name)) || 0))
  const value = names.session.map((name) => values.get(name)).find(Boolean)
  const claims = signedInAt > 0 ? readToken(value) : null
  if (!value || !claims) return null
  const { sessionId, userId, organizationId, origin: party, issuedAt, expiresAt } = claims
  // A page of the earlier session has stored its token again.
  if (issuedAt < signedInAt * 1000) return null
  const context = values.get(ACTIVE_CONTEXT)?.replace('%3A', ':')
  if (context !== undefined && context !== `${sessionId}:${organizationId}`) return null
  if (party !== undefined && party !== origin) return null
  const token = expiresAt - now > MARGIN ? { value, expiresAt } : null
  return { sessionId, userId, organizationId, token }
}

export const belongsTo = (claims: TokenOwner | null, owner: TokenOwner): claims is Claims =>
  claims?.sessionId === owner.sessionId &&
  claims.userId === owner.userId &&
  claims.organizationId === owner.organizationId
