import type { ClerkAPIErrorJSON } from '@clerk/shared/types'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

interface ErrorOptions {
  /** The field next to which Clerk's form shows the message. */
  param?: string
  emailAddresses?: string[]
  retryAfterSeconds?: number
}

/** An error in Clerk's format. Users read its message in Clerk's forms. */
export class ClerkError extends Error {
  override name = 'ClerkError'
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly options: ErrorOptions

  constructor(status: ContentfulStatusCode, code: string, message: string, options: ErrorOptions = {}) {
    super(message)
    this.status = status
    this.code = code
    this.options = options
  }

  toJSON(): ClerkAPIErrorJSON {
    const { param, emailAddresses } = this.options
    return {
      code: this.code,
      message: this.message,
      long_message: this.message,
      meta: {
        ...(param === undefined ? {} : { param_name: param }),
        ...(emailAddresses === undefined ? {} : { email_addresses: emailAddresses }),
      },
    }
  }
}

export function errorBody(error: ClerkError) {
  return { errors: [error.toJSON()] }
}

export const signedOut = () => new ClerkError(401, 'authentication_invalid', 'Invalid authentication')

export const notFound = () => new ClerkError(404, 'resource_not_found', 'Not found')

export const notMember = () =>
  new ClerkError(
    404,
    'organization_not_found_or_unauthorized',
    'This organization does not exist, or you are not one of its members.',
  )

export const adminOnly = () =>
  new ClerkError(403, 'missing_permission', 'Only an admin of the organization can do this.')

export const invalid = (param: string, message: string) =>
  new ClerkError(422, 'form_param_format_invalid', message, { param })

export const missing = (param: string, message: string) =>
  new ClerkError(422, 'form_param_missing', message, { param })

export const emailTaken = () =>
  new ClerkError(422, 'form_identifier_exists', 'That email address is taken. Please try another.', {
    param: 'email_address',
  })

export const notHere = () =>
  new ClerkError(
    404,
    'resource_not_found',
    'The local identity does not support this. It requires a real Clerk key.',
  )
