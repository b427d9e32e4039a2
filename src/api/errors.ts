/** A request that the server rejected (section 8). `details` is the parsed body, if there is one. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly details: unknown

  constructor(message: string, status: number, details?: unknown) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** An unreachable server, or a connection that broke before the response was complete. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(options?: ErrorOptions) {
    super('The server could not be reached. Check your internet connection.', options)
  }
}

/** A response that did not arrive in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'

  constructor(options?: ErrorOptions) {
    super('The server took too long to respond.', options)
  }
}

/** A response that does not match the contract. `details` names the violation, for the log. */
export class BadResponseError extends Error {
  override readonly name = 'BadResponseError'
  readonly details: string | null

  constructor(message: string, details: string | null = null) {
    super(message)
    this.details = details
  }
}

/** The message of a {@link BadResponseError} for a response without content. */
export const EMPTY_RESPONSE = 'The server sent an empty response.'

/** A call for an organization that was attempted without one. Nothing was sent. */
export class OrganizationError extends Error {
  override readonly name = 'OrganizationError'
}

/** Returns the `message` of an error response (section 8); null if it has none. */
export function messageOf(body: unknown): string | null {
  const { message } = (typeof body === 'object' && body !== null ? body : {}) as { message?: unknown }
  return typeof message === 'string' && message.trim() !== '' ? message : null
}

/**
 * Returns the error for a rejected request (section 8), with the server's message if there is one, otherwise with
 * `HTTP {status}: {statusText}`.
 */
export const refusal = (
  status: number,
  statusText: string,
  body: unknown,
  reason = messageOf(body),
): ApiError => new ApiError(reason ?? `HTTP ${status}: ${statusText}`, status, body)

/**
 * Returns whether the server responded with a 4xx status, or nothing was sent. Such reads are not retried (section 7).
 */
export function isRefused(error: unknown): boolean {
  if (error instanceof OrganizationError) return true
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/** Returns whether the server rejected a change because of its current data. */
export const isOutdated = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409

/** The 4xx statuses with a temporary reason, such as an expired token or too many requests. */
const PASSING = new Set([401, 408, 425, 429])

/** Returns whether the same request cannot succeed later either. */
export function isFinal(error: unknown): boolean {
  return isRefused(error) && !(error instanceof ApiError && PASSING.has(error.status))
}

/** The statuses with which other APIs reject parameters that section 7 does not name. */
const UNKNOWN_PARAMETER = [400, 404, 422]

/** Returns whether an API can have rejected a request because of something that only this server knows. */
export const isUnknownParameter = (error: unknown): error is ApiError =>
  error instanceof ApiError && UNKNOWN_PARAMETER.includes(error.status)

/** The error for an API that ignores parameters, instead of rejecting them: like {@link isUnknownParameter}. */
export const ignoredParameter = () => new ApiError('The API does not support this filter.', 400)

/** Resolves with `otherwise` if the API does not have the data: with 404. */
export async function orIfMissing<Data>(reading: Promise<Data>, otherwise: Data): Promise<Data> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return otherwise
    throw error
  }
}
