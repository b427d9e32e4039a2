import { type Selectable, sql } from 'kysely'
import {
  API_KEY_PREFIX,
  type ApiKey,
  createApiKey,
  listApiKeys,
  MOST_API_KEYS,
  revokeApiKey,
} from '../../src/contract/api-keys.ts'
import { KEY_ID, newId, randomText } from '../base/ids.ts'
import { hashToken } from '../base/secrets.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import type { ApiKeysTable } from '../db/webhook-schema.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'

/** Days for which revoked keys stay in the list. */
export const REVOKED_KEPT_DAYS = 30
/** 256 bits of base62. */
const TOKEN_LENGTH = 43
const HINT_LENGTH = 4

function present(row: Selectable<ApiKeysTable>, names: ReadonlyMap<string, string>): ApiKey {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    created_by_name: names.get(row.created_by) ?? null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}

export function mountApiKeys(api: Api): void {
  const { db, clock } = api.deps

  mount(api, listApiKeys, async ({ organizationId }) => {
    const rows = await db
      .selectFrom('api_keys')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
    const names = await api.guard.namesOf(organizationId, [
      ...new Set(rows.map(({ created_by }) => created_by)),
    ])
    return rows.map((row) => present(row, names))
  })

  mount(api, createApiKey, async ({ organizationId, userId, body }) => {
    const now = clock()
    const expires_at = body.expires_at ? new Date(body.expires_at) : null
    if (expires_at && expires_at <= now) {
      const message = 'The key must expire in the future'
      throw new HttpError(400, message, { details: [{ path: 'expires_at', message }] })
    }
    const token = `${API_KEY_PREFIX}${randomText(TOKEN_LENGTH)}`
    const row = await db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      const { count } = await tx
        .selectFrom('api_keys')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('organization_id', '=', organizationId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (Number(count) >= MOST_API_KEYS) {
        throw new HttpError(409, `There can be ${MOST_API_KEYS} API keys. Revoke one first`)
      }
      const { name, scopes } = body
      return tx
        .insertInto('api_keys')
        .values({
          id: newId(KEY_ID),
          organization_id: organizationId,
          name,
          hash: hashToken(token),
          hint: token.slice(-HINT_LENGTH),
          scopes: JSON.stringify([...new Set(scopes)]),
          created_by: userId,
          created_at: now,
          expires_at,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    })
    return { key: present(row, await api.guard.namesOf(organizationId, [userId])), token }
  })

  mount(api, revokeApiKey, async ({ organizationId, params }) => {
    const { numUpdatedRows } = await db
      .updateTable('api_keys')
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${clock()})` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', params.keyId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new HttpError(404, 'The requested API key could not be found.')
  })
}
