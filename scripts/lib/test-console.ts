import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readConfig } from '../../server/app/config.ts'
import { buildConsole, isBuilt } from './console-build.ts'
import { buildControlsPage } from './controls-page.ts'
import { ROOT } from './files.ts'
import { withLocalConsole } from './local-console.ts'

/** The number of this Playwright worker. Each worker has its own server, database, and export. */
const SLOT = Number(process.env.TEST_PARALLEL_INDEX || 0)

/** The export for end-to-end tests, budgets, and measurements. */
export const TEST_CONSOLE = `.cache/test-console${SLOT || ''}`

const PORTS_PER_SLOT = 10

/** Returns a port of a slot's servers, counted from the slot's first port. */
const portOf = (slot: number, offset: number) =>
  String(Number(process.env.E2E_PORT || 4100) + PORTS_PER_SLOT * slot + offset)

const port = (offset: number) => portOf(SLOT, offset)

/** The number of servers that tests use at the same time. */
const SLOTS = 2

/** Returns a port of the servers under test that another program uses; null if there is none. */
export async function takenPort(): Promise<string | null> {
  const ports = Array.from({ length: SLOTS * PORTS_PER_SLOT }, (_, offset) => portOf(0, offset))
  for (const each of ports) {
    const server = createServer().listen(Number(each), 'localhost')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (!isFree) return each
  }
  return null
}

/** Returns the addresses of the server under test in a slot. */
export function originsOf(slot: number): { console: string; api: string; widget: string } {
  const origin = (offset: number) => `http://localhost:${portOf(slot, offset)}`
  return { console: origin(0), api: origin(1), widget: origin(2) }
}

/** The addresses of this slot's server under test. */
export const TEST_ORIGINS = originsOf(SLOT)

/** The folder for the logs of servers under test. Playwright empties it, and CI stores it after a failure. */
export const TEST_LOGS = join(ROOT, 'test-results', 'logs')

/** Returns the log of the server for a slot of the end-to-end tests. */
export const logOf = (slot: number): string => join(TEST_LOGS, `server-${slot}.log`)

/** The log of this slot's server under test. */
export const TEST_LOG = logOf(SLOT)

/**
 * A second console with all monitoring services configured, served under a name that is neither localhost nor a test
 * domain.
 */
export const SERVICES_CONSOLE = `.cache/services-console${SLOT || ''}`
export const SERVICES_HOST = 'app.fieldhand.example'

/** The addresses of the second server, and of the server that simulates the services. */
export const SERVICES_ORIGINS = {
  console: `http://${SERVICES_HOST}:${port(3)}`,
  api: `http://localhost:${port(4)}`,
  widget: `http://localhost:${port(5)}`,
  sink: `http://127.0.0.1:${port(6)}`,
}

/** Like `testEnv`, but for the second server and its console. */
export function servicesEnv(): NodeJS.ProcessEnv {
  const { console, sink } = SERVICES_ORIGINS
  const env: NodeJS.ProcessEnv = {
    ...ownEnv(3, SERVICES_CONSOLE),
    PUBLIC_CONSOLE_URL: console,
    PUBLIC_SENTRY_DSN: `${sink.replace('//', '//public@')}/1`,
    PUBLIC_GEOIP_URL: `${sink}/geo`,
    PUBLIC_TOUR_TOKEN: 'tour-token',
    PUBLIC_GTM_ID: 'GTM-LAWN1',
    PUBLIC_GTM_URL: sink,
  }
  return withLocalConsole(env, readConfig(env))
}

/** Returns the entire environment of the server under test and its console, independent of the developer's. */
export function testEnv(): NodeJS.ProcessEnv {
  const env = ownEnv(0, TEST_CONSOLE)
  return withLocalConsole(env, readConfig(env))
}

function ownEnv(offset: number, folder: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PUBLIC_|CLERK_|DATABASE_URL$)|_PORT$/.test(name) || name === 'E2E_PORT',
  )
  return {
    ...Object.fromEntries(inherited),
    CONSOLE_PORT: port(offset),
    API_PORT: port(offset + 1),
    WIDGET_PORT: port(offset + 2),
    // Uses ports 7 and 8 of the slot; the sink uses 6.
    MAILBOX_SMTP_PORT: port(offset === 0 ? 7 : 8),
    DATABASE_URL: 'memory://',
    DIST_FOLDER: folder,
    FIELDHAND_TEST: '1',
    // Visitors in the benchmark and in tests send separate network addresses.
    TRUST_PROXY: '1',
  }
}

/** Builds the console under test, with the page of its controls, unless it is already built. Returns the exit code. */
export async function buildForTests(): Promise<number> {
  const env = testEnv()
  if (isBuilt(TEST_CONSOLE, env)) return 0
  const code = await buildConsole(TEST_CONSOLE, env, { quiet: true })
  if (code === 0) await buildControlsPage(TEST_CONSOLE)
  return code
}

/** Like `buildForTests`, but for the second console. */
export async function buildServicesConsole(): Promise<number> {
  const env = servicesEnv()
  return isBuilt(SERVICES_CONSOLE, env) ? 0 : buildConsole(SERVICES_CONSOLE, env, { quiet: true })
}
