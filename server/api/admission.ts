import type { Admitted, Role } from '../deps.ts'
import { Refusal } from './refusal.ts'

/** A member or an API key, and the facts that determine its access. */
export interface Admission extends Admitted {
  role: Role
  sessionId: string | null
  /** When the token expires. */
  expiresAt: Date
}

export function unauthorized(message: string): Refusal {
  return new Refusal(401, message, { headers: { 'WWW-Authenticate': 'Bearer' } })
}
