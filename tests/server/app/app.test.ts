import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { localDirectory } from '../../../dev/identity/directory.ts'
import { localStandIns } from '../../../dev/stand-ins.ts'
import { ROOT } from '../../../scripts/lib/files.ts'
import { createApp } from '../../../server/app/app.ts'
import { createGate } from '../../../server/app/gate.ts'
import { createLog } from '../../../server/base/log.ts'
import type { Database } from '../../../server/db/schema.ts'
import { freePorts } from '../../support/program.ts'
import { sharedServer, startTestServer } from '../../support/server.ts'

const server = await sharedServer()

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

const ports = () => Object.entries(server.app)
const leadCount = async () => {
  const answer = await server.fetchApi('/api/v1/organizations/org_greenacres/leads/stats')
  return ((await answer.json()) as { total: number }).total
}

describe('every port', () => {
  it('reports its health and assigns an id to each request', async () => {
    for (const [, app] of ports()) {
      const answer = await app.request('/healthz')
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', version }])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{10,}$/)
    }
  })

  it('is ready while it can write', async () => {
    for (const [, app] of ports()) {
      const answer = await app.request('/readyz')
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready' }])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('checks its database at most every two seconds', async () => {
    const own = await startTestServer({ seed: 'none' })
    const ready = async () => (await own.app.api.request('/readyz')).status
    expect(await ready()).toBe(200)
    await own.close()
    expect(await ready()).toBe(200)
    own.clock.advance(2_000)
    expect(await ready()).toBe(503)
    own.clock.advance(-60_000)
    expect(await ready()).toBe(503)
  })

  it('is alive but not ready without its database', async () => {
    const broken = await startTestServer({ seed: 'none' })
    await broken.close()
    const [alive, ready] = await Promise.all(
      ['/healthz', '/readyz'].map((path) => broken.app.api.request(path)),
    )
    expect([alive?.status, await alive?.json()]).toEqual([200, { status: 'ok', version }])
    expect([ready?.status, await ready?.json()]).toEqual([503, { status: 'unavailable' }])
  })

  it('is not ready with a read-only database', async () => {
    const own = await startTestServer({ seed: 'none' })
    onTestFinished(own.close)
    await own.deps.db.connection().execute(async (db) => {
      await sql`set default_transaction_read_only = on`.execute(db)
      const app = createApp({ ...own.deps, db })
      expect((await app.api.request('/readyz')).status).toBe(503)
      await sql`set default_transaction_read_only = off`.execute(db)
      own.clock.advance(2_000)
      expect((await app.api.request('/readyz')).status).toBe(200)
    })
  })

  it('is not ready if its folder is not writable', async () => {
    const config = { ...server.deps.config, databaseUrl: join(import.meta.dirname, 'no-such-folder') }
    const app = createApp({ ...server.deps, config })
    expect((await app.api.request('/readyz')).status).toBe(503)
  })

  it('returns 503 if its database is down', async () => {
    const [port] = await freePorts(1)
    const { db } = server.deps
    const pool = new pg.Pool({ connectionString: `postgres://nobody@127.0.0.1:${port}/none` })
    const down = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
    const token = await server.tokenFor('owner@fieldhand.test')
    const headers = { Authorization: `Bearer ${token}` }
    const app = createApp({ ...server.deps, db: down }, { identity: localDirectory({ ...server.deps, db }) })
    for (const path of [
      '/api/v1/organizations/org_greenacres/profile',
      '/api/v1/widget/org_greenacres/config',
    ]) {
      const answer = await app.api.request(path, { headers })
      expect([answer.status, await answer.json()]).toEqual([
        503,
        { message: 'The database is not available right now. Please try again' },
      ])
      expect(answer.headers.get('retry-after')).toBe('5')
    }
    await down.destroy()
  })

  it('returns JSON for unknown paths', async () => {
    for (const app of [server.app.api, server.app.widget]) {
      const answer = await app.request('/nothing/here')
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ message: 'Not found' })
    }
  })
})

describe('POST /__test/reset', () => {
  const reset = (body?: string) => server.app.api.request('/__test/reset', { method: 'POST', body })

  beforeEach(async () => {
    expect((await reset()).status).toBe(204)
  })

  it('restores the demo data', async () => {
    await server.deps.db.deleteFrom('leads').execute()
    await server.deps.db.deleteFrom('identity_users').execute()
    expect((await reset('{}')).status).toBe(204)
    expect(await leadCount()).toBe(60)
  })

  it('creates the requested number of leads', async () => {
    expect((await reset('{"leads":250}')).status).toBe(204)
    expect(await leadCount()).toBe(250)
    expect((await reset('{"leads":0}')).status).toBe(204)
    expect(await leadCount()).toBe(0)
  })

  it('keeps issued tokens valid', async () => {
    const token = await server.tokenFor('owner@fieldhand.test')
    await reset()
    const answer = await server.fetchApi('/api/v1/organizations/org_greenacres', {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
  })

  it.each(['{"leads":-1}', '{"leads":1.5}', '{"leads":"5"}', '{"leads":1e9}', 'nonsense'])(
    'refuses %s and changes nothing',
    async (body) => {
      const answer = await reset(body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({ message: 'leads must be a whole number from 0 to 100000' })
      expect(await leadCount()).toBe(60)
    },
  )

  it('does not exist outside test mode', async () => {
    const deps = { ...server.deps, config: { ...server.deps.config, testMode: false } }
    const app = createApp(deps, localStandIns(deps))
    for (const port of Object.values(app)) {
      const answer = await port.request('/__test/reset', { method: 'POST' })
      expect([404, 405]).toContain(answer.status)
    }
    expect(await leadCount()).toBe(60)
  })
})

describe('the gate before the database is up', () => {
  const gate = createGate('http://localhost:3000')

  it('returns Retry-After, readable by the console', async () => {
    const answer = await gate.request('/api/v1/organizations/x', {
      headers: { Origin: 'http://localhost:3000' },
    })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  })
})

describe('the log', () => {
  it('contains request, method, route, status, and duration, and no personal data', async () => {
    const lines: string[] = []
    const log = createLog({ level: 'trace', isWatched: false, to: { write: (line) => lines.push(line) } })
    const app = createApp({ ...server.deps, log }, server.standIns)
    const token = await server.tokenFor('owner@fieldhand.test')
    const answer = await app.api.request(
      '/api/v1/organizations/org_greenacres/leads?search=emily.carter@example.net',
      { headers: { Authorization: `Bearer ${token}` } },
    )
    await answer.text()
    const entries = lines.map((line) => JSON.parse(line))
    expect(entries).toContainEqual(
      expect.objectContaining({
        requestId: answer.headers.get('x-request-id'),
        method: 'GET',
        route: '/api/v1/organizations/:orgId/leads',
        status: 200,
        ms: expect.any(Number),
      }),
    )
    expect(lines.join('')).not.toMatch(/emily|org_greenacres|Bearer|eyJ/i)
  })

  it('contains code and location of a failed statement, not its values', async () => {
    const lines: string[] = []
    const log = createLog({ isWatched: true, to: { write: (line) => lines.push(line) } })
    const values = {
      id: 'user_2',
      email: 'owner@fieldhand.test',
      email_id: 'idn_2',
      created_at: server.clock.now(),
      updated_at: server.clock.now(),
    }
    const error = await server.deps.db
      .insertInto('identity_users')
      .values(values)
      .execute()
      .catch((reason: unknown) => reason)
    log.error({ err: error }, 'failed')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'failed', err: { code: '23505' } })
    expect(lines[0]).not.toContain('owner@')
    expect(lines[0]).toContain('app.test.ts')
  })

  it('refuses an unknown level', () => {
    expect(() => createLog({ level: 'loud', isWatched: false })).toThrow(
      'LOG_LEVEL must be one of trace, debug',
    )
  })
})
