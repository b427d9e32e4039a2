import { randomInt } from 'node:crypto'
import { Hono } from 'hono'
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import pino from 'pino'
import { createIdentity } from '../../../dev/identity/app.ts'
import { readConfig } from '../../../server/app/config.ts'
import type { Deps } from '../../../server/kernel/deps.ts'
import { openPhotos } from '../../../server/photos/open.ts'
import { openTestDatabase } from '../../support/database.ts'

/** Behind a proxy, so that each browser has its own network address. */
const config = readConfig({ DATABASE_URL: 'memory://', TRUST_PROXY: '1' }, [])

export const ORIGIN = config.origins.console
export const PUBLISHABLE_KEY = config.publishableKey
export const PASSWORD = 'greener-pastures'

/** The responses of Clerk's API, typed loosely, because tests check single fields of large bodies. */
// biome-ignore lint/suspicious/noExplicitAny: an untyped body of the wire
export type Body = any

export interface Answer {
  status: number
  body: Body
  headers: Headers
  cookies: string[]
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

export type Fields = Record<string, string | string[]>

/** The stand-in mounted as in the console, with its own database and a clock that tests set. */
export async function openIdentity() {
  const { db, close } = await openTestDatabase()
  const time = { now: new Date('2026-11-20T12:00:00Z') }
  const deps: Deps = {
    db,
    config,
    clock: () => time.now,
    log: pino({ level: 'silent' }),
    photos: openPhotos({ kind: 'temporary' }),
    events: { publishWithin: async () => () => {}, subscribe: () => () => {}, quietMs: () => 0 },
  }
  const mount = () => new Hono().route('/__clerk', createIdentity(deps))
  let app = mount()
  const fetch: Fetch = async (path, init) => app.request(`${ORIGIN}/__clerk${path}`, init)

  return {
    db,
    deps,
    close,
    fetch,
    app: () => app,
    browser: (address?: string) => new Browser(fetch, address),
    advance: (ms: number) => {
      time.now = new Date(time.now.getTime() + ms)
    },
    /** A restarted server, or a second one, on the same database. */
    restart: () => {
      app = mount()
    },
    /** The claims of a token, verified with the published keys at the set time. */
    async verify(token: string): Promise<JWTPayload & Body> {
      const jwks: JSONWebKeySet = await (await fetch('/.well-known/jwks.json')).json()
      const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), {
        issuer: config.tokenIssuer,
        algorithms: ['RS256'],
        currentDate: time.now,
      })
      return payload
    },
  }
}

export type TestIdentity = Awaited<ReturnType<typeof openIdentity>>

/** A browser that keeps its cookies and sends requests like Clerk's SDK. */
export class Browser {
  readonly jar = new Map<string, string>()
  readonly #fetch: Fetch
  readonly #address: string

  constructor(fetch: Fetch, address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`) {
    this.#fetch = fetch
    this.#address = address
  }

  get(path: string): Promise<Answer> {
    return this.send(path, { method: 'GET' })
  }

  post(path: string, fields: Fields = {}): Promise<Answer> {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields))
      for (const one of [value].flat()) body.append(name, one)
    return this.send(path, {
      method: 'POST',
      body: body.toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
  }

  patch(path: string, fields: Fields = {}): Promise<Answer> {
    return this.post(`${path}?_method=PATCH`, fields)
  }

  delete(path: string): Promise<Answer> {
    return this.post(`${path}?_method=DELETE`)
  }

  async send(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers)
    headers.set('X-Forwarded-For', this.#address)
    headers.set('Cookie', [...this.jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await this.#fetch(`/v1${path}`, { ...init, headers })
    const cookies = response.headers.getSetCookie()
    for (const cookie of cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name && value !== undefined) this.jar.set(name, value)
    }
    return { status: response.status, body: await response.json(), headers: response.headers, cookies }
  }

  async signUp(email: string, password = PASSWORD): Promise<Answer> {
    return this.post('/client/sign_ups', { email_address: email, password })
  }

  async signIn(email: string, password = PASSWORD): Promise<Answer> {
    return this.post('/client/sign_ins', { identifier: email, password })
  }

  async sessionId(): Promise<string> {
    return (await this.get('/client')).body.response.last_active_session_id
  }

  async token(fields: Fields = {}): Promise<Answer> {
    return this.post(`/client/sessions/${await this.sessionId()}/tokens`, fields)
  }

  async createOrganization(name: string): Promise<string> {
    return (await this.post('/organizations', { name })).body.response.id
  }
}

/** Returns the code of a response's only error, which must have Clerk's format. */
export function errorCode({ body, status }: Answer): string {
  const [error] = body.errors
  if (status < 400 || body.errors.length !== 1 || !error.message || !error.long_message || !error.meta) {
    throw new Error(`Not an error in Clerk's format: ${status} ${JSON.stringify(body)}`)
  }
  return error.code
}
