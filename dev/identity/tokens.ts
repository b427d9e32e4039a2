import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
  SignJWT,
} from 'jose'
import type { Kysely } from 'kysely'
import type { Database } from '../../server/db/schema.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'

/** Lifetime of a session token in seconds. */
const TOKEN_SECONDS = 60

const CLOCK_SKEW_SECONDS = 10
/** How long a key signs tokens. */
const KEY_LIFE_MS = DAY_MS
/** How long its public key stays published afterward: much longer than the last token is valid. */
const KEY_OVERLAP_MS = HOUR_MS

type KeyDeps = Pick<Deps, 'db' | 'clock'>

interface SigningKey {
  id: string
  privateKey: CryptoKey
}

interface SessionClaims {
  userId: string
  sessionId: string
  signedInAt: Date
  organization: { id: string; slug: string; role: string; plan: string } | null
  azp: string | undefined
}

/** The subject of a session token. Without `organizationId`, the token is for the user alone. */
export interface TokenRequest {
  userId: string
  sessionId: string
  organizationId?: string | null
  /** The origin of the page that may use the token. */
  azp?: string
  signedInAt?: Date
}

/** The key of this process. Its private part is never stored. */
const keys = new WeakMap<Kysely<Database>, { madeAt: number; key: Promise<SigningKey> }>()

/** Signs session tokens with the key of this process. */
function createSigner(deps: Pick<Deps, 'db' | 'config' | 'clock'>) {
  return {
    async sign(session: SessionClaims): Promise<string> {
      const key = await signingKey(deps)
      const now = Math.floor(deps.clock().getTime() / 1000)
      const minutes = Math.max(0, Math.floor((now - session.signedInAt.getTime() / 1000) / 60))
      return new SignJWT({
        v: 2,
        sid: session.sessionId,
        sts: 'active',
        fva: [minutes, -1],
        ...(session.azp === undefined ? {} : { azp: session.azp }),
        ...organizationClaims(session.organization),
      })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.id })
        .setIssuer(deps.config.tokenIssuer)
        .setSubject(session.userId)
        .setIssuedAt(now)
        .setNotBefore(now - CLOCK_SKEW_SECONDS)
        .setExpirationTime(now + TOKEN_SECONDS)
        .sign(key.privateKey)
    },
  }
}

/** Returns the public keys of all servers that share the database, for `/.well-known/jwks.json`. */
export async function publicJwks(deps: KeyDeps): Promise<JSONWebKeySet> {
  await signingKey(deps)
  const rows = await deps.db
    .selectFrom('identity_keys')
    .where('created_at', '>', expiredBefore(deps.clock()))
    .orderBy('created_at', 'desc')
    .select('public_jwk')
    .execute()
  return { keys: rows.map(({ public_jwk }) => public_jwk as JWK) }
}

/**
 * Returns a session token in Clerk's format (RS256, claims version 2, 60 seconds). It names the organization only while
 * the user is a member. Don't call it inside a transaction.
 */
export async function issueSessionToken(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  request: TokenRequest,
): Promise<string> {
  const organization = request.organizationId
    ? await deps.db
        .selectFrom('identity_memberships as membership')
        .innerJoin('identity_organizations as organization', 'organization.id', 'membership.organization_id')
        .where('membership.organization_id', '=', request.organizationId)
        .where('membership.user_id', '=', request.userId)
        .select(['organization.id', 'organization.slug', 'organization.plan_slug as plan', 'membership.role'])
        .executeTakeFirst()
    : undefined
  return createSigner(deps).sign({
    userId: request.userId,
    sessionId: request.sessionId,
    signedInAt: request.signedInAt ?? deps.clock(),
    organization: organization ?? null,
    azp: request.azp,
  })
}

function organizationClaims(organization: SessionClaims['organization']) {
  if (!organization) return {}
  return {
    o: { id: organization.id, rol: organization.role.replace(/^org:/, ''), slg: organization.slug },
    pla: `o:${organization.plan}`,
  }
}

const expiredBefore = (now: Date) => new Date(now.getTime() - KEY_LIFE_MS - KEY_OVERLAP_MS)

function signingKey(deps: KeyDeps): Promise<SigningKey> {
  const now = deps.clock().getTime()
  const known = keys.get(deps.db)
  if (known && now - known.madeAt < KEY_LIFE_MS) return known.key
  return publishKey(deps, createKeyPair())
}

export const createKeyPair = () => generateKeyPair('RS256', { modulusLength: 2048 })

/** Signs with a new key from now on, publishes its public part, and removes those whose tokens have all expired. */
export function publishKey(deps: KeyDeps, pair: ReturnType<typeof createKeyPair>): Promise<SigningKey> {
  const key = storeKey(deps, pair)
  keys.set(deps.db, { madeAt: deps.clock().getTime(), key })
  key.catch(() => keys.delete(deps.db))
  return key
}

async function storeKey({ db, clock }: KeyDeps, pair: ReturnType<typeof createKeyPair>): Promise<SigningKey> {
  const { privateKey, publicKey } = await pair
  const { kty, n, e } = await exportJWK(publicKey)
  const id = await calculateJwkThumbprint({ kty, n, e } as JWK)
  const publicJwk = { kty, n, e, alg: 'RS256', use: 'sig', kid: id }
  const now = clock()
  await db
    .insertInto('identity_keys')
    .values({ id, public_jwk: JSON.stringify(publicJwk), created_at: now })
    .execute()
  await db.deleteFrom('identity_keys').where('created_at', '<=', expiredBefore(now)).execute()
  return { id, privateKey }
}
