/** The server's refusal (section 8): `details` is the parsed body, if it had one. */
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

/** The server could not be reached, or the connection broke before its answer was complete. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(options?: ErrorOptions) {
    super('The server could not be reached. Check your internet connection.', options)
  }
}

/** The server did not answer in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'

  constructor(options?: ErrorOptions) {
    super('The server took too long to answer.', options)
  }
}

/** The server answered with something else than what was agreed; `details` says where, for the log. */
export class BadAnswerError extends Error {
  override readonly name = 'BadAnswerError'
  readonly details: string | null

  constructor(message: string, details: string | null = null) {
    super(message)
    this.details = details
  }
}

/** A call that belongs to an organization was made without one; nothing was sent. */
export class OrganizationError extends Error {
  override readonly name = 'OrganizationError'
}

/** Section 8: the server's own message if it sent one, else `HTTP {status}: {statusText}`. */
export function refusal(status: number, statusText: string, body: unknown): ApiError {
  const { message } = (typeof body === 'object' && body !== null ? body : {}) as { message?: unknown }
  const said = typeof message === 'string' && message.trim() !== '' ? message : null
  return new ApiError(said ?? `HTTP ${status}: ${statusText}`, status, body)
}

/** Whether asking again is in vain: a refusal of the 400s, or nothing was sent at all. */
export function isFinal(error: unknown): boolean {
  if (error instanceof OrganizationError) return true
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
