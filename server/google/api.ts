import type { calendar_v3 } from '@googleapis/calendar'
import * as v from 'valibot'
import { RateLimited, Rejected, Revoked, Unavailable, VendorError } from '../base/vendor-errors.ts'
import type { GoogleConfig } from './config.ts'

export const GOOGLE = 'Google Calendar'

const PAUSES = { usual: 10, most: 24 * 60 * 60 }
/** The host to which the client sends requests. The client's own setting would drop the path of a stand-in. */
const CLIENT_ROOT = 'https://www.googleapis.com'

/** Opens Google Calendar's client; `signal` aborts its requests. The client is large, so it is loaded on first use. */
export async function openCalendar(
  { apiUrl }: GoogleConfig,
  accessToken: string,
  signal?: AbortSignal,
): Promise<calendar_v3.Calendar> {
  const { calendar } = await import('@googleapis/calendar')
  return calendar({
    version: 'v3',
    headers: { Authorization: `Bearer ${accessToken}` },
    fetchImplementation: (input, init) =>
      fetch(String(input).replace(CLIENT_ROOT, apiUrl), { ...init, redirect: 'error' }),
    retry: false,
    ...(signal && { signal }),
  })
}

/**
 * The parts of an error response that give the reason; see
 * https://developers.google.com/workspace/calendar/api/guides/errors.
 */
const Answer = v.object({
  error: v.object({
    message: v.optional(v.string(), ''),
    errors: v.optional(v.array(v.object({ reason: v.optional(v.string(), '') })), []),
  }),
})
const LIMITS = ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']

interface Answered {
  response?: { status?: number; headers?: Headers; data?: unknown }
}

/** Converts an error of the client to a VendorError. */
function meaning(error: unknown): VendorError {
  if (error instanceof VendorError) return error
  const { status, headers, data } = (error as Answered).response ?? {}
  if (status === undefined) return new Unavailable(`${GOOGLE} cannot be reached`)
  const given = v.safeParse(Answer, data)
  const { message, errors } = given.success ? given.output.error : { message: '', errors: [] }
  if (status === 401) return new Revoked(`${GOOGLE} no longer accepts the connection`)
  if (status === 429 || (status === 403 && errors.some(({ reason }) => LIMITS.includes(reason)))) {
    return new RateLimited(GOOGLE, headers?.get('retry-after'), PAUSES)
  }
  if (status >= 500 || status === 408) return new Unavailable(`${GOOGLE} returns an error (${status})`)
  if (!given.success) return new Unavailable(`${GOOGLE} sent an invalid response`)
  return new Rejected(status, message.slice(0, 500) || `${GOOGLE} rejects the request (${status})`)
}

/** Returns the data of a response. Rejects with a {@link VendorError}. */
export async function dataOf<T extends object>(request: Promise<{ data: T }>): Promise<T> {
  let data: unknown
  try {
    data = (await request).data
  } catch (error) {
    throw meaning(error)
  }
  // A page instead of data arrives as text.
  if (typeof data !== 'object' || data === null) {
    throw new Unavailable(`${GOOGLE} sent an invalid response`)
  }
  return data as T
}

/** Waits for a response; null for the statuses 404 and 410. */
export async function unlessGone<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof Rejected && (error.status === 404 || error.status === 410)) return null
    throw error
  }
}

const GrantedTokens = v.object({
  access_token: v.string(),
  expires_in: v.number(),
  refresh_token: v.optional(v.string()),
  scope: v.optional(v.string(), ''),
})
export type GrantedTokens = v.InferOutput<typeof GrantedTokens>
const OAuthError = v.object({ error: v.string() })

async function post(url: string, form: Record<string, string>, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal,
  }).catch(() => {
    throw new Unavailable('Google cannot be reached')
  })
  const body: unknown = await answer.json().catch(() => null)
  if (answer.ok) return body
  const oauthError = v.safeParse(OAuthError, body)
  if (
    oauthError.success &&
    (oauthError.output.error === 'invalid_grant' || oauthError.output.error === 'invalid_token')
  ) {
    throw new Revoked('Google no longer accepts the connection')
  }
  if (answer.status === 429) throw new RateLimited('Google', answer.headers.get('retry-after'), PAUSES)
  if (answer.status >= 500 || !oauthError.success) {
    throw new Unavailable(`Google returns an error (${answer.status})`)
  }
  throw new Rejected(answer.status, `Google rejects the request (${oauthError.output.error})`)
}

/** Exchanges a code or a refresh token. Rejects with a {@link VendorError}. */
export async function askTokens(
  { tokenUrl, clientId, clientSecret }: GoogleConfig,
  form: Record<string, string>,
  signal: AbortSignal,
): Promise<GrantedTokens> {
  const body = await post(tokenUrl, { client_id: clientId, client_secret: clientSecret, ...form }, signal)
  const granted = v.safeParse(GrantedTokens, body)
  if (!granted.success) throw new Unavailable('Google sent an invalid response')
  return granted.output
}

/** Revokes a grant at Google. Rejects with a {@link VendorError}; with {@link Revoked} if it was already revoked. */
export async function revokeToken(
  { revokeUrl }: GoogleConfig,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  await post(revokeUrl, { token }, signal)
}
