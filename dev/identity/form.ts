import type { Context } from 'hono'
import { ClerkError, invalid } from './errors.ts'

/** Maximum size of a request body in bytes. */
export const BODY_LIMIT = 64 * 1024

/** The fields of a request in the format of Clerk's SDK: URL-encoded, in snake case, with repeated keys for lists. */
export class Form {
  readonly #fields: URLSearchParams

  /** @throws {ClerkError} if a field contains a NUL character, which the database can't store. */
  constructor(body: string) {
    this.#fields = new URLSearchParams(body)
    for (const [name, value] of this.#fields) {
      if (`${name}${value}`.includes('\0'))
        throw invalid(name, `${name} contains a character that is not allowed.`)
    }
  }

  /** Returns the first value of a field, or undefined if it was not sent. */
  text(name: string): string | undefined {
    return this.#fields.get(name) ?? undefined
  }

  all(name: string): string[] {
    return this.#fields.getAll(name)
  }
}

/**
 * Returns the fields in a request's body.
 *
 * @throws {ClerkError} 415 if the body is not URL-encoded.
 */
export async function readForm(c: Context): Promise<Form> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return new Form('')
  const body = await c.req.text()
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (body !== '' && type !== 'application/x-www-form-urlencoded') {
    throw new ClerkError(415, 'unsupported_content_type', 'Send application/x-www-form-urlencoded.')
  }
  return new Form(body)
}

const OVERRIDES = new Set(['PATCH', 'PUT', 'DELETE'])

/** Returns the intended method: Clerk's SDK sends PATCH, PUT, and DELETE as POST with `?_method=`. */
export function methodOf(c: Context): string {
  const override = c.req.query('_method')?.toUpperCase()
  return c.req.method === 'POST' && override && OVERRIDES.has(override) ? override : c.req.method
}

/** Returns the requested part of a list. */
export function pageOf(c: Context): { limit: number; offset: number } {
  const number = (name: string, fallback: number, most: number) => {
    const given = Number(c.req.query(name) ?? fallback)
    return Number.isSafeInteger(given) && given >= 0 ? Math.min(given, most) : fallback
  }
  return { limit: number('limit', 10, 500), offset: number('offset', 0, 1_000_000) }
}
