import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { LOCAL_PUBLISHABLE_KEY, publishableKeyOf } from '../../server/app/config.ts'
import { startPostgres } from '../support/postgres.ts'
import { freePorts, runProgram } from '../support/program.ts'

const KEY = publishableKeyOf('clerk.example.com')

async function start(file: string, args: string[], env: Record<string, string>) {
  const [console = 0, api = 0, widget = 0] = await freePorts(3)
  const program = runProgram(file, args, {
    ...{ CONSOLE_PORT: String(console), API_PORT: String(api), WIDGET_PORT: String(widget) },
    DATABASE_URL: 'memory://',
    ...env,
  })
  onTestFinished(async () => {
    program.child.kill('SIGKILL')
    await program.ended
  })
  return { ...program, ports: { console, api, widget } }
}

it.each([undefined, LOCAL_PUBLISHABLE_KEY])('refuses to start with the key %s', async (key) => {
  const { ended, output } = await start(
    'server/main.ts',
    [],
    key ? { PUBLIC_CLERK_PUBLISHABLE_KEY: key } : {},
  )
  expect(await ended).toBe(1)
  expect(output()).toEqual({
    stdout: '',
    stderr:
      'The product needs an identity provider: set PUBLIC_CLERK_PUBLISHABLE_KEY to the key of your Clerk instance, or run everything on this machine with npm start.\n',
  })
})

it('explains itself', async () => {
  const { ended, output } = await start('server/main.ts', ['--help'], {})
  expect(await ended).toBe(0)
  expect(output().stdout).toContain('Usage: npm run serve')
})

it('serves the API and the widget host, but no console', async () => {
  const { saying, ports, child, ended } = await start('server/main.ts', [], {
    PUBLIC_CLERK_PUBLISHABLE_KEY: KEY,
  })
  await saying('Ctrl+C stops it')
  for (const port of [ports.api, ports.widget]) {
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
  }
  await expect(fetch(`http://localhost:${ports.console}/`)).rejects.toThrow()
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

it('creates no table of a stand-in', async (context) => {
  const postgres = await startPostgres(() => {})
  if (!postgres) return context.skip('no PostgreSQL here')
  onTestFinished(() => postgres.stop())
  const env = { PUBLIC_CLERK_PUBLISHABLE_KEY: KEY, DATABASE_URL: postgres.url }
  const first = await start('server/main.ts', [], env)
  await first.saying('Ctrl+C stops it')
  expect(first.output().stdout).not.toContain('Leftovers')
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query(
    "select tablename from pg_tables where schemaname = 'public' and tablename ~ '^(dev|identity)_'",
  )
  expect(rows).toEqual([])
  first.child.kill('SIGTERM')
  await first.ended

  // It was used with the local identity before.
  await client.query('create table identity_users (id text)')
  await client.end()
  const second = await start('server/main.ts', [], env)
  await second.saying('Ctrl+C stops it')
  expect(second.output().stdout).toContain('drop table identity_users;\n')
})

it('runs for npm start with a Clerk key of your own, next to a host for the console', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'fieldhand-dist-'))
  onTestFinished(() => rm(dist, { recursive: true, force: true }))
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Console</title>')
  const { saying, ports, child, ended, output } = await start('scripts/start.ts', ['--no-build'], {
    PUBLIC_CLERK_PUBLISHABLE_KEY: KEY,
    DIST_FOLDER: dist,
  })
  await saying('Ctrl+C stops it')
  expect(output().stdout).toContain(
    'With your own Clerk key, this runs `npm run serve`, and a host for the console.\n',
  )
  expect(await (await fetch(`http://localhost:${ports.console}/`)).text()).toContain('<title>Console</title>')
  expect((await fetch(`http://localhost:${ports.api}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})
