import type { Context, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Point } from './search.ts'

const MAX_QUERY = 256
const MAX_LIMIT = 10
const TYPES = [
  'country',
  'region',
  'postcode',
  'district',
  'place',
  'locality',
  'neighborhood',
  'street',
  'address',
  'block',
  'poi',
  'category',
]

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

export interface SearchOptions {
  limit: number
  language: string
  near: Point | null
  /** False if the requested types or countries exclude US addresses. */
  wanted: boolean
}

function limitOf(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    reject(422, `limit must be between 1 and ${MAX_LIMIT}`)
  return limit
}

function languageOf(text: string | undefined): string {
  const [first = 'en'] = (text ?? 'en').split(',')
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(first)) reject(422, `"${first}" is not a valid language code`)
  return first
}

function proximityOf(text: string | undefined): Point | null {
  if (text === undefined || text === 'ip') return null
  const [longitude, latitude, more] = text.split(',')
  if (latitude === undefined || more !== undefined) {
    reject(422, 'Proximity must be "ip" or an array in the form [lon, lat]')
  }
  return pointFrom(longitude, latitude)
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((entry) => entry !== '')
}

/** Returns the query options that both search services share; `limit` defaults to `defaultLimit`. */
export function searchOptions(c: Context, defaultLimit: number): SearchOptions {
  const types = listOf(c.req.query('types'))
  for (const type of types) {
    if (!TYPES.includes(type))
      reject(422, `Type "${type}" is not a known type. Must be one of: ${TYPES.join(', ')}`)
  }
  const countries = listOf(c.req.query('country'))
  for (const country of countries) {
    if (!/^[a-z]{2}$/i.test(country)) reject(422, `"${country}" is not a valid ISO 3166 alpha-2 country code`)
  }
  return {
    limit: limitOf(c.req.query('limit'), defaultLimit),
    language: languageOf(c.req.query('language')),
    near: proximityOf(c.req.query('proximity')),
    wanted:
      (types.length === 0 || types.includes('address')) &&
      (countries.length === 0 || countries.some((country) => country.toLowerCase() === 'us')),
  }
}
