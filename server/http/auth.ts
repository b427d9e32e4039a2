import type { HonoRequest } from 'hono'
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as v from 'valibot'
import type { Scope } from '../../src/contract/scopes.ts'
import { continueFor } from '../base/on-behalf.ts'
import type { Admitted, Deps, MemberDirectory } from '../kernel/deps.ts'
import { type Admission, unauthorized } from './admission.ts'
import { bearerToken, isApiKey } from './bearer.ts'
import { HttpError } from './http-error.ts'
import { unfit } from './input.ts'
import { createKeyGuard, keyNames, type SetHeader } from './key-guard.ts'
import { type Claimed, createMemberships } from './membership.ts'

/** The allowed clock difference between the identity provider and this machine, in seconds. */
const CLOCK_TOLERANCE = 5

const Claims = v.object({
  sub: v.pipe(v.string(), v.minLength(1)),
  exp: v.number(),
  sid: v.optional(v.string()),
  azp: v.optional(v.string()),
  iat: v.optional(v.number()),
  o: v.optional(v.object({ id: v.string(), slg: v.optional(v.string()), rol: v.optional(v.string()) })),
  org_id: v.optional(v.string()),
  org_slug: v.optional(v.string()),
  org_role: v.optional(v.string()),
})

/** Returns the organization in a token, in version 2 or version 1 of Clerk's claims. */
function claimedBy({ o, org_id, org_slug, org_role }: v.InferOutput<typeof Claims>): Claimed | null {
  if (o) return { id: o.id, slug: o.slg, role: o.rol }
  return org_id === undefined ? null : { id: org_id, slug: org_slug, role: org_role }
}

export interface Guard {
  /**
   * Authenticates a request and returns its member (section 6). Rejects with 401 without a valid token, with 400
   * without an organization, and with 403 if X-Organization-ID and the path differ or the user is not a member, whether
   * or not the organization exists. An API key needs the `scope` of the call; calls without a scope reject every key.
   * `setHeader` gets what is left of a key's requests.
   */
  admit(
    request: HonoRequest,
    organizationId: string | undefined,
    scope?: Scope,
    setHeader?: SetHeader,
  ): Promise<Admission>
  /** Returns whether a user who was admitted earlier is still a member. */
  isStillMember(member: Admitted): Promise<boolean>
  /** Returns whether the user is still a member, the token is valid, and the session has not ended. */
  isStillAdmitted(admission: Admission): Promise<boolean>
  /** Returns the known names of an organization's current and former members and API keys, by id. */
  namesOf(organizationId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/**
 * Verifies tokens with the keys of a directory in this database, or with `config.jwksUrl` if an external provider
 * issues them. In the second case, the token's claims determine the membership, because only the provider has this
 * information.
 */
export function createGuard(deps: Deps, directory?: MemberDirectory): Guard {
  const { config } = deps
  const keys = directory ? directoryKeys(directory) : remoteKeys(config.jwksUrl)
  const memberships = createMemberships(deps, directory)
  const admitKey = createKeyGuard(deps)

  async function claimsOf(token: string | undefined): Promise<v.InferOutput<typeof Claims>> {
    if (!token) throw unauthorized('Please sign in')
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer: config.tokenIssuer,
        requiredClaims: ['exp', 'sub'],
        currentDate: deps.clock(),
        clockTolerance: CLOCK_TOLERANCE,
      })
      const claims = v.parse(Claims, payload)
      if (claims.azp !== undefined && claims.azp !== config.origins.console) {
        throw unauthorized('This session belongs to another site')
      }
      return claims
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        throw unauthorized('Your session has expired. Please sign in again')
      if (error instanceof errors.JOSEError || error instanceof v.ValiError) {
        throw unauthorized('Your session is not valid. Please sign in again')
      }
      throw error
    }
  }

  async function isStillMember(member: Admitted): Promise<boolean> {
    return (await memberships.roleNow(member, 'member')) !== null
  }

  async function isStillAdmitted(admission: Admission): Promise<boolean> {
    if (deps.clock() >= admission.expiresAt) return false
    if (admission.sessionId && (await directory?.hasEnded(admission.sessionId))) return false
    return isStillMember(admission)
  }

  return {
    isStillMember,
    isStillAdmitted,
    async namesOf(organizationId, ids) {
      const [members, keys] = await Promise.all([
        memberships.namesOf(organizationId, ids),
        keyNames(deps.db, organizationId, ids),
      ])
      return new Map([...members, ...keys])
    },
    async admit(request, pathId, scope, setHeader) {
      const token = bearerToken(request)
      const headerId = request.header('x-organization-id')
      const organizationId = pathId ?? headerId
      if (isApiKey(token)) {
        const admission = await admitKey(token, [pathId, headerId], scope, setHeader)
        continueFor(admission.organizationId)
        return admission
      }
      const claims = await claimsOf(token)
      if (!organizationId) throw new HttpError(400, 'Organization ID is required')
      if (headerId !== undefined && headerId !== organizationId) {
        throw new HttpError(403, 'X-Organization-ID and the path name different organizations')
      }
      const member = {
        userId: claims.sub,
        organizationId,
        issuedAt: new Date((claims.iat ?? 0) * 1000),
      }
      const role = unfit([claims.sub, organizationId])
        ? null
        : await memberships.roleOf(member, claimedBy(claims))
      if (role === null) {
        throw new HttpError(
          403,
          'You are not a member of this organization. Ask one of its admins to invite you',
        )
      }
      continueFor(organizationId)
      const expiresAt = new Date(claims.exp * 1000)
      return { ...member, role, scopes: null, sessionId: claims.sid ?? null, expiresAt }
    },
  }
}

/** Rejects members who are not admins. */
export function requireAdmin({ role }: Admission): void {
  if (role !== 'admin') {
    throw new HttpError(403, 'Only admins of this organization can do this. Please ask one of them')
  }
}

/** Returns the directory's public keys, which are cached and read again when a token names an unknown key. */
function directoryKeys(directory: MemberDirectory): JWTVerifyGetKey {
  let known: ReturnType<typeof createLocalJWKSet> | null = null
  return async (header, token) => {
    if (known) {
      try {
        return await known(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      }
    }
    known = createLocalJWKSet(await directory.publicKeys())
    return known(header, token)
  }
}

/**
 * Returns the provider's public keys. If they are unavailable, the token is not at fault, so requests get 503 and
 * nobody is signed out.
 */
function remoteKeys(url: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url))
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw error
      throw new HttpError(503, "We can't verify your session right now. Please try again", {
        headers: { 'Retry-After': '5' },
      })
    }
  }
}
