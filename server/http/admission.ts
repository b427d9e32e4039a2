import type { Admitted, Role } from '../kernel/deps.ts'
import { HttpError } from './http-error.ts'

/** A member or an API key, and the facts that determine its access. */
export interface Admission extends Admitted {
  role: Role
  sessionId: string | null
  expiresAt: Date
}

export function unauthorized(message: string): HttpError {
  return new HttpError(401, message, { headers: { 'WWW-Authenticate': 'Bearer' } })
}
