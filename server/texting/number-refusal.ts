import { HttpError } from '../http/http-error.ts'

type Field = 'account_sid' | 'auth_token' | 'api_key' | 'public_key' | 'phone'

/** Returns the error for a field of a number that can't be connected. */
export const refusal = (field: Field, message: string) =>
  new HttpError(409, message, { details: [{ path: field, message }] })
