import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const BEARER = /^Bearer +([\w-]{1,200})$/i

/** A new token that only its conversation's visitor holds: 256 random bits, base64url. */
export function newVisitorToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is stored of a token and looked up by: its SHA-256, hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token of an Authorization header, or null when there is none in it. */
export function bearerToken(header: string | undefined): string | null {
  return BEARER.exec(header?.trim() ?? '')?.[1] ?? null
}
