import { type Kysely, sql } from 'kysely'
import { REQUESTS_PER_KEY } from '../../src/contract/api-keys.ts'
import type { Scope } from '../../src/contract/scopes.ts'
import { programName } from '../../src/domain/common/program-name.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { isKeyId } from '../base/ids.ts'
import { hashToken } from '../base/secrets.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { type Admission, requireScope, unauthorized } from './admission.ts'
import { HttpError } from './http-error.ts'
import { count, createLimiter, tooMany } from './rate-limit.ts'

const PERIOD_SECONDS = 60

/** The expiry that stands for keys without one. */
const NEVER = new Date('9999-01-01T00:00:00Z')

/** Sets a header of the response. */
export type SetHeader = (name: string, value: string) => void

/**
 * Returns a function that admits API keys: valid keys, to their organization, if the call has a scope that the key has.
 * The key acts as a member. The organization can be given in the path or the header, or omitted. `setHeader` gets what is
 * left of the key's requests, also if the call is rejected.
 */
export function createKeyGuard(deps: Deps) {
  const { db, clock } = deps
  const limiter = createLimiter(deps, 'requestsPerKey', {
    points: REQUESTS_PER_KEY,
    duration: PERIOD_SECONDS,
  })

  return async function admitKey(
    token: string,
    organizationIds: readonly (string | undefined)[],
    scope: Scope | undefined,
    setHeader: SetHeader = () => {},
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
    const { isAllowed, left, seconds } = await count(limiter, key.id)
    setHeader('RateLimit-Limit', String(REQUESTS_PER_KEY))
    setHeader('RateLimit-Remaining', String(left))
    setHeader('RateLimit-Reset', String(seconds))
    if (!isAllowed) {
      const message = `An API key can make ${REQUESTS_PER_KEY} requests a minute. Please wait a moment and try again`
      throw tooMany(message, seconds)
    }
    if (organizationIds.some((id) => id !== undefined && id !== key.organization_id)) {
      throw new HttpError(403, 'This API key belongs to another organization')
    }
    if (scope === undefined) throw new HttpError(403, 'API keys cannot make this call')
    requireScope(key, scope)
    if (!key.last_used_at || now.getTime() - key.last_used_at.getTime() >= MINUTE_MS) {
      await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', key.id).execute()
    }
    return {
      userId: key.id,
      organizationId: key.organization_id,
      issuedAt: key.created_at,
      role: 'member',
      scopes: key.scopes,
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
  return new Map(rows.map(({ id, name }) => [id, programName(name)]))
}
