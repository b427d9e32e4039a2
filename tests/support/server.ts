import { pino } from 'pino'
import { createApp } from '../../server/app.ts'
import { type Config, readConfig } from '../../server/config.ts'
import { DEMO_USERS } from '../../server/db/seed/organizations.ts'
import { seedDemo } from '../../server/db/seed.ts'
import type { App, Deps } from '../../server/deps.ts'
import { createLeadEvents } from '../../server/events.ts'
import { issueSessionToken } from '../../server/identity/tokens.ts'
import { newId } from '../../server/ids.ts'
import { openTestDatabase } from './database.ts'

/** A Friday, 10 in the morning in New York. */
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
  clock: TestClock
  /** A session token of a user, speaking for an organization if one is given. */
  tokenFor(email: string, organizationId?: string): Promise<string>
  /** Calls the API as a demo user (the owner unless said otherwise; `null` sends no token). */
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

/** The real application on a database of its own, with the demo data unless told otherwise. */
export async function startTestServer(
  options: { now?: Date; seed?: 'demo' | 'none'; config?: Partial<Config> } = {},
): Promise<TestServer> {
  const { db, url, close } = await openTestDatabase()
  const clock = createClock(options.now ?? TEST_NOW)
  const config: Config = {
    ...readConfig({ FIELDHAND_TEST: '1' }),
    databaseUrl: url,
    ...options.config,
  }
  const log = pino({ level: 'silent' })
  const events = await createLeadEvents({ databaseUrl: url, log })
  const deps: Deps = { db, config, clock: clock.now, log, events }
  if (options.seed !== 'none') await seedDemo(deps)
  const app = createApp(deps)

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
      return app.api.fetch(new Request(new URL(path, config.origins.api), { ...init, headers }))
    },
    async close() {
      await events.close()
      await close()
    },
  }
}
