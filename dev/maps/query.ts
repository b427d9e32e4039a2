import type { Context, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Point } from './search.ts'

const MAX_QUERY = 256

/** Throws an error in the provider's format: `{ message }`. */
export function reject(status: ContentfulStatusCode, message: string): never {
  throw new HTTPException(status, { message })
}

/** Accepts any public token. Like the provider, rejects other kinds of tokens and requests without one. */
export const requireToken: MiddlewareHandler = async (c, next) => {
  const token = c.req.query('access_token')
  if (!token) return c.json({ message: 'Not Authorized - No Token' }, 401)
  if (!/^pk\.[\w.-]+$/.test(token)) return c.json({ message: 'Not Authorized - Invalid Token' }, 401)
  return next()
}

export function searchText(text: string | undefined): string {
  if (text === undefined || text.trim() === '') return reject(400, 'Search text is required')
  if (text.length > MAX_QUERY) return reject(422, `Query too long - ${text.length}/${MAX_QUERY} characters`)
  if (text.includes(';')) return reject(422, 'Query may not contain semicolons')
  return text
}

export function requireSession(c: Context): void {
  if (!c.req.query('session_token')) reject(400, 'session_token is required')
}

/** Parses the degrees in a query. Rejects values outside -90..90 and -180..180. */
export function pointFrom(longitude: string | undefined, latitude: string | undefined): Point {
  const point = {
    latitude: Number(latitude?.trim() || Number.NaN),
    longitude: Number(longitude?.trim() || Number.NaN),
  }
  if (!(Math.abs(point.longitude) <= 180)) reject(422, 'Longitude must be between -180-180.')
  if (!(Math.abs(point.latitude) <= 90)) reject(422, 'Latitude must be between -90-90.')
  return point
}
