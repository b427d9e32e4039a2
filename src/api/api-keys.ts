import { type ApiKey, createApiKey, listApiKeys, type NewApiKey, revokeApiKey } from '../contract/api-keys.ts'
import { call, write } from './client.ts'
import { BadResponseError } from './errors.ts'

/** Returns the API keys, newest first, without their tokens. */
export function fetchApiKeys(organizationId: string, signal?: AbortSignal): Promise<ApiKey[]> {
  return call(listApiKeys, { organizationId, signal })
}

/** Creates an API key. Returns its token, which cannot be read again. */
export async function postApiKey(organizationId: string, body: NewApiKey): Promise<string> {
  const { token } = await write(createApiKey, { organizationId, body })
  if (!token)
    throw new BadResponseError('The server did not send the key. Revoke it, and create another one.')
  return token
}

export async function removeApiKey(organizationId: string, keyId: string): Promise<void> {
  await write(revokeApiKey, { organizationId, params: { keyId } })
}
