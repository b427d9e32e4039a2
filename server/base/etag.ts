import { createHash } from 'node:crypto'
import type { Context } from 'hono'

/** Returns a content hash of 22 characters that are valid in an ETag. */
export function contentHash(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '')

/** Returns whether the browser already has the version of `etag` (RFC 9110, If-None-Match). */
export function isUnchanged(c: Context, etag: string): boolean {
  const known = c.req.header('If-None-Match')?.split(',').map(withoutWeakness) ?? []
  return known.includes('*') || known.includes(withoutWeakness(etag))
}
