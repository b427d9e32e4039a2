import { REQUESTS_PER_KEY } from '../../src/contract/api-keys.ts'
import { CODE_OF_STATUS, codeOfStatus } from '../../src/contract/error-codes.ts'

const REASONS: Record<number, string> = {
  400: 'The request is not valid: `details` lists the invalid fields',
  401: 'The token or API key is missing or not valid',
  402: 'The widget is not live: the organization has no active trial or plan',
  403: 'Not a member of the organization, not an admin where one is required, an API key without the scope, or X-Organization-ID names another organization',
  404: 'Not found in this organization',
  408: 'The request took too long',
  409: 'The request conflicts with stored data',
  413: 'The request body is too large',
  415: 'The request body is not JSON',
  422: 'This server is not configured for the call: `message` names the variables to set',
  429: 'Too many requests: try again after Retry-After seconds',
  500: 'An error on the server',
  503: 'Nothing can be stored at the moment: try again after Retry-After seconds',
}

const MESSAGES: Record<number, string> = {
  400: 'contact_email is not an email address',
  401: 'This API key was revoked',
  403: 'This API key needs the scope leads:write',
  404: 'The requested lead could not be found.',
  409: 'Someone else has changed this lead',
  413: 'The request is too large',
  415: 'Send the data as application/json',
  429: `An API key can make ${REQUESTS_PER_KEY} requests a minute. Please wait a moment and try again`,
  500: 'Something went wrong on our side. Please try again',
  503: 'The database is not available right now. Please try again',
}

const DETAILS: Record<number, unknown> = {
  400: [{ path: 'contact_email', message: 'contact_email is not an email address' }],
}

const integer = { type: 'integer', minimum: 0 }

/** The headers that responses share. */
export const HEADERS = {
  'RateLimit-Limit': {
    description: 'For API keys: the number of requests per minute',
    schema: integer,
    example: REQUESTS_PER_KEY,
  },
  'RateLimit-Remaining': {
    description: 'For API keys: the number of requests that are left',
    schema: integer,
    example: REQUESTS_PER_KEY - 1,
  },
  'RateLimit-Reset': {
    description: 'For API keys: the number of seconds until all requests are available again',
    schema: integer,
    example: 60,
  },
  'Retry-After': {
    description: 'The number of seconds after which to try again',
    schema: integer,
    example: 5,
  },
}

const headersNamed = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of each response to a call that API keys can make. */
export const KEY_HEADERS = headersNamed(['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'])

const isLater = (status: number) => status === 429 || status === 503

function errorResponse(status: number, isForKeys: boolean): object {
  const message = MESSAGES[status] ?? REASONS[status]
  const example = {
    ...(isForKeys && { code: codeOfStatus(status) }),
    message,
    ...(DETAILS[status] !== undefined && { details: DETAILS[status] }),
  }
  return {
    description: REASONS[status] ?? 'Rejected',
    headers: { ...(isForKeys && KEY_HEADERS), ...(isLater(status) && headersNamed(['Retry-After'])) },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
  }
}

const nameOf = (status: number, isForKeys: boolean) => `${isForKeys ? 'KeyError' : 'Error'}${status}`

const STATUSES = Object.keys(REASONS).map(Number)

/** The error responses, by the names with which operations refer to them. */
export const ERROR_RESPONSES = Object.fromEntries([
  ...STATUSES.map((status) => [nameOf(status, false), errorResponse(status, false)]),
  ...STATUSES.filter((status) => status in CODE_OF_STATUS).map((status) => [
    nameOf(status, true),
    errorResponse(status, true),
  ]),
])

/** Returns the error responses of an operation, by status. */
export const errors = (statuses: readonly number[], isForKeys = false): Record<string, object> =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status, isForKeys)}` }]),
  )
