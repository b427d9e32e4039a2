import type { Scope } from '../../src/contract/scopes.ts'
import type { Admitted, Role } from '../kernel/deps.ts'
import { HttpError } from './http-error.ts'

/** A member or an API key, and the facts that determine its access. */
export interface Admission extends Admitted {
  role: Role
  /** The scopes of an API key; null for members. */
  scopes: readonly string[] | null
  sessionId: string | null
  expiresAt: Date
}

/** Rejects an API key without a scope. Members need none. */
export function requireScope({ scopes }: Pick<Admission, 'scopes'>, scope: Scope): void {
  if (scopes === null || scopes.includes(scope)) return
  throw new HttpError(403, `This API key needs the scope ${scope}`, { code: 'missing_scope' })
}

export function unauthorized(message: string): HttpError {
  return new HttpError(401, message, { headers: { 'WWW-Authenticate': 'Bearer' } })
}
