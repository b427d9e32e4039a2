import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../dev/identity/passwords.ts'
import { publishableKeyOf, readConfig } from '../../server/app/config.ts'
import type { App } from '../../server/app/stand-ins.ts'
import { freePorts, type Program, runProgram } from '../support/program.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Everything that turns the stand-ins on with the local key, here with a live key. */
const LIVE = {
  NODE_ENV: 'production',
  PUBLIC_CLERK_PUBLISHABLE_KEY: publishableKeyOf('clerk.example.com'),
  PUBLIC_CLERK_PROXY_URL: '/__clerk',
  FIELDHAND_DEMO: '1',
  FIELDHAND_TEST: '1',
}

let root = ''
let running: Program | null = null

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fieldhand-live-'))
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Console</title>')
})

afterAll(async () => {
  running?.child.kill('SIGKILL')
  await running?.ended
  await rm(root, { recursive: true, force: true })
})

async function start(env: Record<string, string>) {
  const [console = 0, api = 0, widget = 0] = await freePorts(3)
  const ports = { CONSOLE_PORT: String(console), API_PORT: String(api), WIDGET_PORT: String(widget) }
  running = runProgram('server/main.ts', [], {
    ...ports,
    DATABASE_URL: 'memory://',
    DIST_FOLDER: root,
    ...env,
  })
  await running.saying('Ctrl+C stops it')
  return { greeting: running.output().stdout, ports: { console, api, widget } }
}

/** Method and path of every route that the stand-ins add to the product's own. */
async function localAddresses(): Promise<[port: keyof App, method: string, path: string][]> {
  const server = await startTestServer({ seed: 'none' })
  const routes = server.standIns.routes ?? {}
  await server.close()
  return (['console', 'api', 'widget'] as const).flatMap((name) => {
    const added: { method: string; path: string }[] = []
    const port = {
      use: () => {},
      route: (base: string, app: App['api']) =>
        void added.push(
          ...app.routes.map(({ method, path }) => ({ method, path: base === '/' ? path : base + path })),
        ),
    }
    routes[name]?.(port as unknown as App['api'])
    return added
      .filter(({ path }) => !/^\/\*$/.test(path))
      .map(({ method, path }): [keyof App, string, string] => [
        name,
        method === 'ALL' ? 'POST' : method,
        path.replaceAll('*', 'client').replace(/:\w+/g, 'x'),
      ])
  })
}

describe('the server with a Clerk key of its own', () => {
  it('mounts no stand-in, creates no demo data, and says so', async () => {
    const { greeting, ports } = await start(LIVE)
    expect(greeting).toContain('Clerk at clerk.example.com; no stand-ins and no demo data')
    expect(greeting).not.toContain('greener-pastures')

    const addresses = [
      ...(await localAddresses()),
      ['console', 'GET', '/__clerk/v1/environment'],
      ['console', 'POST', '/__clerk/v1/client/sign_ins'],
      ['console', 'POST', '/__clerk/v1/client/sign_ups'],
      ['api', 'GET', '/maps/search/searchbox/v1/suggest?q=main&access_token=pk.local'],
      ['api', 'GET', '/support-chat/widget?website_token=local'],
    ] as const
    expect(addresses.length).toBeGreaterThan(15)
    const mounted: string[] = []
    for (const [name, method, path] of addresses) {
      // It serves no console.
      const status = await fetch(`http://localhost:${ports[name]}${path}`, { method }).then(
        (response) => response.status,
        (error) => (error.cause?.code === 'ECONNREFUSED' && name === 'console' ? 404 : Promise.reject(error)),
      )
      if (status !== 404 && status !== 405) mounted.push(`${name} ${method} ${path}: ${status}`)
    }
    expect(mounted).toEqual([])

    const demo = await fetch(`http://localhost:${ports.api}/api/v1/widget/green-acres-lawn-landscape/config`)
    expect(demo.status).toBe(404)
  })
})

describe('a server with the local identity', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ config: { seedDemo: false } })
  })
  afterAll(() => server.close())

  /** The greeting on a host, on a database that was filled with demo data in an earlier start. */
  async function greetingOn(host: string) {
    server.deps.config.hosts = readConfig({}, ['--host', host]).hosts
    return Object.fromEntries((await server.standIns.greeting?.()) ?? [])
  }

  it.each(['0.0.0.0', '::', '192.168.1.20'])(
    'warns of demo accounts that others can reach on %s',
    async (host) => {
      const { Warning } = await greetingOn(host)
      expect(Warning).toContain(
        `Anyone who reaches ${host} can sign in as owner@fieldhand.test or rival@fieldhand.test`,
      )
    },
  )

  it.each(['localhost', '127.0.0.1', '::1'])('warns of nothing on %s', async (host) => {
    expect(await greetingOn(host)).not.toHaveProperty('Warning')
  })

  it('names only accounts with the demo password', async () => {
    const { db } = server.deps
    await db
      .updateTable('identity_users')
      .set({ password_hash: await hashPassword('another-password') })
      .where('email', '=', 'owner@fieldhand.test')
      .execute()
    const one = await greetingOn('0.0.0.0')
    expect(one.Warning).toContain('can sign in as rival@fieldhand.test.')
    expect(one).not.toHaveProperty('Sign in')
    await db.deleteFrom('identity_users').execute()
    expect(await greetingOn('0.0.0.0')).toEqual({})
  })
})
