interface Detail {
  domain: 'global' | 'usageLimits'
  reason: string
}

/** An error response of Google Calendar. */
export class GoogleError extends Error {
  readonly code: number
  readonly detail: Detail
  readonly retryAfterSeconds: number | null

  constructor(
    code: number,
    reason: string,
    message: string,
    options: { domain?: Detail['domain']; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.code = code
    this.detail = { domain: options.domain ?? 'global', reason }
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }

  toResponse(): Response {
    const { code, message, detail, retryAfterSeconds } = this
    const error = { code, message, errors: [{ message, ...detail }] }
    const headers = retryAfterSeconds === null ? undefined : { 'Retry-After': String(retryAfterSeconds) }
    return Response.json({ error }, { status: code, ...(headers && { headers }) })
  }
}

export const notFound = () => new GoogleError(404, 'notFound', 'Not Found')
export const gone = () => new GoogleError(410, 'deleted', 'Resource has been deleted')
export const invalid = (message: string) => new GoogleError(400, 'invalid', message)
export const unauthenticated = () =>
  new GoogleError(
    401,
    'authError',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  )

/** An error response of the token endpoint (RFC 6749). */
export class OAuthError extends Error {
  readonly error: string
  readonly status: 400 | 401

  constructor(error: string, description: string, status: 400 | 401 = 400) {
    super(description)
    this.error = error
    this.status = status
  }

  toResponse(): Response {
    const body = { error: this.error, error_description: this.message }
    return Response.json(body, { status: this.status, headers: { 'Cache-Control': 'no-store' } })
  }
}
