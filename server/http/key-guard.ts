import { type Kysely, sql } from 'kysely'
import { API_KEY_PREFIX, REQUESTS_PER_KEY } from '../../src/contract/api-keys.ts'
import type { Scope } from '../../src/contract/scopes.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { isKeyId } from '../base/ids.ts'
import { hashToken } from '../base/secrets.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { type Admission, unauthorized } from './admission.ts'
import { HttpError } from './http-error.ts'
import { createLimiter, spend } from './rate-limit.ts'

/** The expiry that stands for keys without one. */
const NEVER = new Date('9999-01-01T00:00:00Z')

export const isApiKey = (token: string | undefined): token is string =>
  token?.startsWith(API_KEY_PREFIX) === true

/**
 * Returns a function that admits API keys: valid keys, to their organization, if the call has a scope that the key has.
 * The key acts as a member. The organization can be given in the path or the header, or omitted.
 */
export function createKeyGuard(deps: Deps) {
  const { db, clock } = deps
  const limiter = createLimiter(deps, 'requestsPerKey', { points: REQUESTS_PER_KEY, duration: 60 })

  return async function admitKey(
    token: string,
    organizationIds: readonly (string | undefined)[],
    scope: Scope | undefined,
  ): Promise<Admission> {
    const now = clock()
    const key = await db
      .selectFrom('api_keys')
      .selectAll()
      .where('hash', '=', hashToken(token))
      .executeTakeFirst()
    if (!key) throw unauthorized('This API key is not valid')
    if (key.revoked_at) throw unauthorized('This API key was revoked')
    if (key.expires_at && key.expires_at <= now) throw unauthorized('This API key has expired')
    await spend(
      limiter,
      key.id,
      `An API key can make ${REQUESTS_PER_KEY} requests a minute. Please wait a moment and try again`,
    )
    if (organizationIds.some((id) => id !== undefined && id !== key.organization_id)) {
      throw new HttpError(403, 'This API key belongs to another organization')
    }
    if (scope === undefined) throw new HttpError(403, 'API keys cannot make this call')
    if (!key.scopes.includes(scope)) throw new HttpError(403, `This API key needs the scope ${scope}`)
    if (!key.last_used_at || now.getTime() - key.last_used_at.getTime() >= MINUTE_MS) {
      await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', key.id).execute()
    }
    return {
      userId: key.id,
      organizationId: key.organization_id,
      issuedAt: key.created_at,
      role: 'member',
      sessionId: null,
      expiresAt: key.expires_at ?? NEVER,
    }
  }
}

/** Returns the names of API keys by id, such as `Zapier (API key)`. */
export async function keyNames(
  db: Kysely<Database>,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const keyIds = ids.filter(isKeyId)
  if (keyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${keyIds})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, `${name} (API key)`]))
}
