import type { ReadableAtom } from 'nanostores'
import { fetchApiKeys, postApiKey, removeApiKey } from '../../api/api-keys.ts'
import type { ApiKey, NewApiKey } from '../../contract/api-keys.ts'
import { config } from '../../platform/config.ts'
import { markStale, organizationQuery, type QueryState } from '../query/query.ts'
import { requireOwner } from '../session/owner.ts'

/** The API keys, newest first. */
export const $apiKeys: ReadableAtom<QueryState<ApiKey[]>> = organizationQuery<ApiKey[]>({
  kind: 'api-keys',
  read: fetchApiKeys,
})

/** Creates a key. Returns its token, which cannot be read again. */
export async function createKey(fields: NewApiKey): Promise<string> {
  const { organizationId } = requireOwner()
  const token = await postApiKey(organizationId, fields)
  markStale(organizationId, 'api-keys')
  return token
}

/** Revokes a key. */
export async function revokeKey(id: string): Promise<void> {
  const { organizationId } = requireOwner()
  await removeApiKey(organizationId, id)
  markStale(organizationId, 'api-keys')
}

/** Returns the URL of the organization's leads in the API. */
export const leadsUrl = (): string =>
  `${config.apiUrl}/api/v1/organizations/${requireOwner().organizationId}/leads`
