import type { ReadableAtom } from 'nanostores'
import { fetchApiKeys, postApiKey, removeApiKey } from '../../api/api-keys.ts'
import type { ApiKey, NewApiKey } from '../../contract/api-keys.ts'
import { config } from '../../platform/config.ts'
import { changing } from '../base/query/changing.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { requireAccount } from '../base/session/account.ts'

/** The API keys, newest first. */
export const $apiKeys: ReadableAtom<QueryState<ApiKey[]>> = organizationQuery<ApiKey[]>({
  kind: 'api-keys',
  read: fetchApiKeys,
})

const change = changing('api-key-changed')

/** Creates a key. Returns its token, which cannot be read again. */
export const createKey = (fields: NewApiKey): Promise<string> =>
  change((organizationId) => postApiKey(organizationId, fields))

export const revokeKey = (id: string): Promise<void> =>
  change((organizationId) => removeApiKey(organizationId, id))

export const leadsUrl = (): string =>
  `${config.apiUrl}/api/v1/organizations/${requireAccount().organizationId}/leads`
