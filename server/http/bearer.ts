import type { HonoRequest } from 'hono'
import { API_KEY_PREFIX } from '../../src/contract/api-keys.ts'

/** Returns the token that a request carries. */
export const bearerToken = (request: HonoRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1]

/** Returns whether a token is an API key, valid or not. */
export const isApiKey = (token: string | undefined): token is string =>
  token?.startsWith(API_KEY_PREFIX) === true
