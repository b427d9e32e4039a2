import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  SignJWT,
} from 'jose'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

/** How long a session token is good for, in seconds. */
const TOKEN_SECONDS = 60

const KEY_ROW = 'session-tokens'
const CLOCK_SKEW_SECONDS = 10

interface SigningKey {
  id: string
  privateKey: CryptoKey
  publicJwk: JWK
}

interface SessionClaims {
  userId: string
  sessionId: string
  signedInAt: Date
  organization: { id: string; slug: string; role: string; plan: string } | null
  azp: string | undefined
}

/** What a session token is issued for. Without `organizationId` it speaks for the user alone. */
export interface TokenRequest {
  userId: string
  sessionId: string
  organizationId?: string | null
  /** Origin of the page that may use the token. */
  azp?: string
  signedInAt?: Date
}

const keys = new WeakMap<Kysely<Database>, Promise<SigningKey>>()

/** Signs session tokens with the key that every companion on the same database shares. */
function createSigner(deps: Pick<Deps, 'db' | 'config' | 'clock'>) {
  return {
    async sign(session: SessionClaims): Promise<string> {
      const key = await signingKey(deps.db)
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

/** The public half of the signing key, as `/.well-known/jwks.json` answers it. */
export async function publicJwks(db: Kysely<Database>): Promise<JSONWebKeySet> {
  return { keys: [(await signingKey(db)).publicJwk] }
}

/**
 * A session token in Clerk's form (RS256, claims version 2, 60 seconds). The organization is named in it
 * only while the user is one of its members. Must not be called inside a transaction.
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

function signingKey(db: Kysely<Database>): Promise<SigningKey> {
  const known = keys.get(db)
  if (known) return known
  const loading = loadKey(db)
  keys.set(db, loading)
  loading.catch(() => keys.delete(db))
  return loading
}

async function loadKey(db: Kysely<Database>): Promise<SigningKey> {
  const privateJwk = (await readKey(db)) ?? (await makeKey(db))
  const { kty, n, e } = privateJwk
  const publicJwk: JWK = {
    kty,
    n,
    e,
    alg: 'RS256',
    use: 'sig',
    kid: await calculateJwkThumbprint(privateJwk),
  }
  const privateKey = await importJWK({ ...privateJwk, alg: 'RS256' })
  if (privateKey instanceof Uint8Array || !publicJwk.kid)
    throw new Error('The stored signing key is not an RSA key')
  return { id: publicJwk.kid, privateKey, publicJwk }
}

async function readKey(db: Kysely<Database>): Promise<JWK | undefined> {
  const row = await db
    .selectFrom('identity_keys')
    .where('id', '=', KEY_ROW)
    .select('private_jwk')
    .executeTakeFirst()
  return row?.private_jwk
}

/** Two companions may get here at once: the first row stays, and both read it back. */
async function makeKey(db: Kysely<Database>): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  await db
    .insertInto('identity_keys')
    .values({
      id: KEY_ROW,
      private_jwk: JSON.stringify(await exportJWK(privateKey)),
      created_at: new Date(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const stored = await readKey(db)
  if (!stored) throw new Error('The signing key was not stored')
  return stored
}
