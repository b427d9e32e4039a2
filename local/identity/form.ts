import type { Context } from 'hono'
import { ClerkError, invalid } from './errors.ts'

/** Bytes of a request body. */
export const BODY_LIMIT = 64 * 1024

/** The fields of a request, as Clerk's SDK sends them: urlencoded, snake case, a list repeats its key. */
export class Form {
  readonly #fields: URLSearchParams

  /** @throws {ClerkError} when a field holds a NUL character, which no database text can. */
  constructor(body: string) {
    this.#fields = new URLSearchParams(body)
    for (const [name, value] of this.#fields) {
      if (`${name}${value}`.includes('\0'))
        throw invalid(name, `${name} contains a character that is not allowed.`)
    }
  }

  /** The first value of a field, or undefined when it was not sent. */
  text(name: string): string | undefined {
    return this.#fields.get(name) ?? undefined
  }

  all(name: string): string[] {
    return this.#fields.getAll(name)
  }
}

/**
 * The fields of a request's body.
 *
 * @throws {ClerkError} 415 for a body that is not urlencoded.
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

/** The method that is meant: Clerk's SDK sends PATCH, PUT and DELETE as POST with `?_method=`. */
export function methodOf(c: Context): string {
  const override = c.req.query('_method')?.toUpperCase()
  return c.req.method === 'POST' && override && OVERRIDES.has(override) ? override : c.req.method
}

/** Which part of a list is asked for. */
export function pageOf(c: Context): { limit: number; offset: number } {
  const number = (name: string, fallback: number, most: number) => {
    const given = Number(c.req.query(name) ?? fallback)
    return Number.isSafeInteger(given) && given >= 0 ? Math.min(given, most) : fallback
  }
  return { limit: number('limit', 10, 500), offset: number('offset', 0, 1_000_000) }
}
