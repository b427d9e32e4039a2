import { pino } from 'pino'
import { afterAll } from 'vitest'
import { withCalcom } from '../../dev/calcom/for-server.ts'
import { DEMO_USERS } from '../../dev/demo/organizations.ts'
import { seedDemo } from '../../dev/demo/seed.ts'
import { withGoogle } from '../../dev/google/for-server.ts'
import { withHubspot } from '../../dev/hubspot/for-server.ts'
import { issueSessionToken, publishKey } from '../../dev/identity/tokens.ts'
import { localStandIns } from '../../dev/stand-ins.ts'
import { createApp } from '../../server/app/app.ts'
import { CALENDAR_SERVICES } from '../../server/app/calendar-services.ts'
import { readConfig } from '../../server/app/config.ts'
import type { App, StandIns } from '../../server/app/stand-ins.ts'
import { newId } from '../../server/base/ids.ts'
import { openSecrets } from '../../server/base/secrets.ts'
import type { QueuePlace } from '../../server/db/queue.ts'
import type { Config } from '../../server/kernel/config.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { createLeadEvents } from '../../server/kernel/events.ts'
import { openPhotos } from '../../server/photos/open.ts'
import { openTestDatabase } from './database.ts'
import { keyPair } from './key-pair.ts'
import type { Content } from './server-database.ts'

/** A Friday at 10 AM in New York. */
export const TEST_NOW = new Date('2026-11-20T15:00:00Z')

const EMAILS = { owner: DEMO_USERS[0].email, rival: DEMO_USERS[1].email }

export interface TestClock {
  now(): Date
  set(date: Date): void
  advance(ms: number): void
}

export interface TestServer {
  app: App
  deps: Deps
  /** The location of a job queue; none is open. */
  jobs: QueuePlace
  standIns: StandIns
  clock: TestClock
  /** Returns a session token of a user, for an organization if one is given. */
  tokenFor(email: string, organizationId?: string): Promise<string>
  /** Calls the API as a demo user, by default the owner; `null` sends no token. */
  fetchApi(path: string, init?: RequestInit & { as?: keyof typeof EMAILS | null }): Promise<Response>
  close(): Promise<void>
}

function createClock(start: Date): TestClock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    set: (date) => {
      time = date.getTime()
    },
    advance: (ms) => {
      time += ms
    },
  }
}

const DEMO: Content = { name: 'demo', write: (db) => seedDemo({ db, clock: () => TEST_NOW }) }

let addresses = 0
/** Returns an unused network address. */
function nextAddress(): string {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Starts the real application on a separate database, by default with the demo data. */
export async function startTestServer(
  options: { now?: Date; seed?: 'none'; config?: Partial<Config> } = {},
): Promise<TestServer> {
  const isDemo = options.seed !== 'none'
  const { db, jobs, url, close } = await openTestDatabase(isDemo && !options.now ? DEMO : undefined)
  const clock = createClock(options.now ?? TEST_NOW)
  const config: Config = {
    // Uses a proxy, so that each visitor has a separate network address.
    ...withCalcom(withGoogle(withHubspot(readConfig({ FIELDHAND_TEST: '1', TRUST_PROXY: '1' })))),
    databaseUrl: url,
    photos: { kind: 'temporary' },
    journal: null,
    ...options.config,
  }
  const log = pino({ level: 'silent' })
  const events = await createLeadEvents({ databaseUrl: url, log })
  const photos = openPhotos(config.photos)
  const secrets = openSecrets('temporary')
  const deps: Deps = {
    ...{ db, config, clock: clock.now, log, events, photos, secrets },
    calendarServices: CALENDAR_SERVICES,
  }
  if (isDemo && options.now) await seedDemo(deps)
  await publishKey(deps, keyPair)
  const standIns = localStandIns(deps)
  if (standIns.identity) deps.directory = standIns.identity
  const app = createApp(deps, standIns)

  const tokenFor = async (email: string, organizationId?: string) => {
    const user = await db
      .selectFrom('identity_users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return issueSessionToken(deps, {
      userId: user.id,
      sessionId: newId('sess'),
      organizationId: organizationId ?? null,
      azp: config.origins.console,
    })
  }
  return {
    app,
    deps,
    jobs,
    standIns,
    clock,
    tokenFor,
    async fetchApi(path, { as = 'owner', ...init } = {}) {
      const headers = new Headers(init.headers)
      if (as !== null && !headers.has('Authorization')) {
        headers.set('Authorization', `Bearer ${await tokenFor(EMAILS[as])}`)
      }
      if (typeof init.body === 'string' && !headers.has('Content-Type')) {
        headers.set('Content-Type', 'application/json')
      }
      if (!headers.has('X-Forwarded-For')) headers.set('X-Forwarded-For', nextAddress())
      return app.api.fetch(new Request(new URL(path, config.origins.api), { ...init, headers }))
    },
    async close() {
      await events.close()
      await close()
    },
  }
}

/** Starts a server for all tests in a file, by default with the demo data, and closes it after them. */
export async function sharedServer(options?: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const server = await startTestServer(options)
  afterAll(() => server.close())
  return server
}
