import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const BEARER = /^Bearer +([\w-]{1,200})$/i

/** Returns a new token for a conversation's visitor: 256 random bits, base64url. */
export function newVisitorToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Returns the stored form of a token: its SHA-256, hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Returns the token of an Authorization header, or null. */
export function bearerToken(header: string | undefined): string | null {
  return BEARER.exec(header?.trim() ?? '')?.[1] ?? null
}
