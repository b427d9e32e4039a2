import type { HonoRequest } from 'hono'
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as v from 'valibot'
import { provisionOrganization } from '../db/provision.ts'
import type { Deps } from '../deps.ts'
import { publicJwks } from '../identity/tokens.ts'
import { unstorable } from './input.ts'
import { Refusal } from './refusal.ts'

/** Seconds that clocks of the identity provider and of this machine may differ. */
const CLOCK_TOLERANCE = 5

const Claims = v.object({
  sub: v.pipe(v.string(), v.minLength(1)),
  azp: v.optional(v.string()),
  o: v.optional(v.object({ id: v.string(), slg: v.optional(v.string()) })),
})

/** Someone signed in, acting for an organization that they belong to. */
export interface Member {
  userId: string
  organizationId: string
}

export interface Guard {
  /**
   * Who calls, for which organization (section 6). Refuses: 401 without a valid token; 400 when no
   * organization is named; 403 when X-Organization-ID names another one than the path, or for anyone who
   * is no member, whether the organization exists or not.
   */
  admit(request: HonoRequest, organizationId: string | undefined): Promise<Member>
  /** Whether someone admitted earlier still belongs to the organization. */
  isStillMember(member: Member): Promise<boolean>
}

/**
 * Checks tokens against the local identity's keys, or against `config.jwksUrl` when an outside provider
 * issues them; membership is then what the token claims, since only the provider knows it.
 */
export function createGuard(deps: Deps): Guard {
  const { config, db } = deps
  const keys = config.jwksUrl ? remoteKeys(config.jwksUrl) : localKeys(deps)
  const provisioned = new Set<string>()

  async function claimsOf(request: HonoRequest): Promise<v.InferOutput<typeof Claims>> {
    const token = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1]
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

  async function isStillMember(member: Member): Promise<boolean> {
    if (config.jwksUrl) return true
    const row = await db
      .selectFrom('identity_memberships')
      .select('id')
      .where('user_id', '=', member.userId)
      .where('organization_id', '=', member.organizationId)
      .executeTakeFirst()
    return row !== undefined
  }

  async function belongs(claims: v.InferOutput<typeof Claims>, member: Member): Promise<boolean> {
    if (!config.jwksUrl) return isStillMember(member)
    if (claims.o?.id !== member.organizationId) return false
    if (!provisioned.has(member.organizationId)) {
      const name = claims.o.slg ?? member.organizationId
      await provisionOrganization(db, { id: member.organizationId, name }, deps.clock())
      provisioned.add(member.organizationId)
    }
    return true
  }

  return {
    isStillMember,
    async admit(request, pathId) {
      const claims = await claimsOf(request)
      const headerId = request.header('x-organization-id')
      const organizationId = pathId ?? headerId
      if (!organizationId) throw new Refusal(400, 'Organization ID is required')
      if (headerId !== undefined && headerId !== organizationId) {
        throw new Refusal(403, 'X-Organization-ID names another organization than the address')
      }
      const member = { userId: claims.sub, organizationId }
      if (unstorable(member) || !(await belongs(claims, member)))
        throw new Refusal(403, 'You are not a member of this organization')
      return member
    },
  }
}

function unauthorized(message: string): Refusal {
  return new Refusal(401, message, { headers: { 'WWW-Authenticate': 'Bearer' } })
}

/** The local identity's public keys, read once and again when a token names a key not seen yet. */
function localKeys({ db }: Deps): JWTVerifyGetKey {
  let known: ReturnType<typeof createLocalJWKSet> | null = null
  return async (header, token) => {
    if (known) {
      try {
        return await known(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      }
    }
    known = createLocalJWKSet(await publicJwks(db))
    return known(header, token)
  }
}

/** The provider's public keys. That they cannot be had is no fault of the token: 503, and nobody is signed out. */
function remoteKeys(url: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url))
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw error
      throw new Refusal(503, 'Sign-in cannot be checked at the moment. Please try again', {
        headers: { 'Retry-After': '5' },
      })
    }
  }
}
