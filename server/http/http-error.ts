import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { codeOfStatus, type ErrorCode } from '../../src/contract/error-codes.ts'

/** A rejected request. Becomes `{message, details?}` with its status (section 8), and with its code for API keys. */
export class HttpError extends HTTPException {
  override name = 'HttpError'
  readonly code: ErrorCode
  readonly details: unknown
  readonly headers: Record<string, string>

  constructor(
    status: ContentfulStatusCode,
    message: string,
    more: { code?: ErrorCode; details?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(status, { message })
    this.code = more.code ?? codeOfStatus(status)
    this.details = more.details
    this.headers = more.headers ?? {}
  }
}

export const notSetUp = () => new HttpError(404, 'This organization is not set up yet')

export const unknownLead = () => new HttpError(404, 'The requested lead could not be found.')
