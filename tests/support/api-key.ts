import { expect } from 'vitest'
import { type ApiKey, createApiKey, type NewApiKey } from '../../src/contract/api-keys.ts'
import { SCOPES, type Scope } from '../../src/contract/scopes.ts'
import { call, FRESH } from './api.ts'
import type { TestServer } from './server.ts'

/** Creates an API key of an organization, with the headers of its calls. */
export async function makeApiKey(
  server: TestServer,
  scopes: readonly Scope[] = SCOPES,
  { orgId = FRESH, ...more }: Partial<NewApiKey> & { orgId?: string } = {},
) {
  const body = { name: 'Zapier', scopes: [...scopes], ...more }
  const answer = await call(server, createApiKey, { params: { orgId }, body })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  const { key, token }: { key: ApiKey; token: string } = answer.body
  return { key, token, headers: { Authorization: `Bearer ${token}` } }
}
