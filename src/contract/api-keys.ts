import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { SCOPES } from './scopes.ts'
import { tolerant } from './tolerance.ts'

/** The prefix of every API key's token, which makes leaked tokens easy to find. */
export const API_KEY_PREFIX = 'fh_live_'

/** Maximum number of unrevoked API keys per organization. */
export const MOST_API_KEYS = 50

/** Maximum number of requests per key and minute. */
export const REQUESTS_PER_KEY = 300

/**
 * An API key without its token. `hint` is the end of the token. `last_used_at` is accurate to the minute. Later
 * versions can add scopes.
 */
export const ApiKey = tolerant(
  v.object({
    id: v.string(),
    name: v.string(),
    hint: v.string(),
    scopes: v.array(v.string()),
    created_by_name: v.nullable(v.string()),
    created_at: Instant,
    expires_at: v.nullable(Instant),
    last_used_at: v.nullable(Instant),
    revoked_at: v.nullable(Instant),
  }),
  {
    defaults: () => ({
      name: '',
      hint: '',
      scopes: [],
      created_by_name: null,
      created_at: '',
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    }),
  },
)
export type ApiKey = v.InferOutput<typeof ApiKey>

export const NewApiKey = v.object({
  name: v.pipe(
    text(LIMITS.name),
    v.trim(),
    v.nonEmpty('Enter a name, such as the program that uses the key'),
  ),
  scopes: v.pipe(v.array(v.picklist(SCOPES)), v.nonEmpty('Choose what the key may do'), v.maxLength(20)),
  expires_at: v.optional(v.nullable(Instant)),
})
export type NewApiKey = v.InferInput<typeof NewApiKey>

const API_KEYS = '/api/v1/organizations/:orgId/api-keys'

export const listApiKeys = endpoint({
  method: 'GET',
  path: API_KEYS,
  summary: 'List the API keys, newest first; revoked keys are listed for 30 days',
  access: 'admin',
  reply: v.array(ApiKey),
})

export const createApiKey = endpoint({
  method: 'POST',
  path: API_KEYS,
  summary: 'Create an API key; only this response contains its token',
  access: 'admin',
  body: NewApiKey,
  reply: v.object({ key: ApiKey, token: v.string() }),
  errors: [404, 409],
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: `${API_KEYS}/:keyId`,
  summary: 'Revoke an API key immediately',
  access: 'admin',
  reply: null,
  errors: [404],
})
