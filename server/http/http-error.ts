import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A rejected request. Becomes `{message, details?}` with its status (section 8). */
export class HttpError extends HTTPException {
  override name = 'HttpError'
  readonly details: unknown
  readonly headers: Record<string, string>

  constructor(
    status: ContentfulStatusCode,
    message: string,
    more: { details?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(status, { message })
    this.details = more.details
    this.headers = more.headers ?? {}
  }
}

export const notSetUp = () => new HttpError(404, 'This organization is not set up yet')

export const unknownLead = () => new HttpError(404, 'The requested lead could not be found.')
