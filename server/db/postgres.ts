import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { StartupError } from '../errors.ts'
import type { Database } from './schema.ts'

const INT8 = 20
/** How long to wait for a server that is starting. */
const PATIENCE_MS = 30_000
/** How long to wait without a message. */
const SILENT_MS = 2_000
/**
 * The options of every connection. A server that disappears silently, for example in a failover, is noticed within 20
 * seconds: Node.js sends ten probes, one per second, after this delay.
 */
export const CONNECTION = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
/**
 * The options of every connection pool. The pool replaces connections of this age, because those to a server that has
 * become read-only would otherwise stay in use for as long as there are requests.
 */
export const POOL = { ...CONNECTION, maxLifetimeSeconds: 60 } as const
/** Error codes of a server that is not reachable (yet): refused, reset, no such name, starting up. */
const PASSING = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P03'])

/** Type parsers that return counts as numbers, like PGlite, instead of pg's strings. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
}

/** Returns the URL without user name and password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: unknown; errors?: unknown[] }
  // Node tries several addresses of a host name and collects their errors.
  return typeof code === 'string' ? code : errors?.length ? codeOf(errors[0]) : ''
}

/** Returns why a server cannot be used, without the password. */
export function unusable(url: string, error: unknown): StartupError {
  const code = codeOf(error)
  const reason = PASSING.has(code) ? `it does not respond (${code})` : (error as Error).message
  return new StartupError(`PostgreSQL at ${placeOf(url)} cannot be used: ${reason}.`)
}

export type PoolState = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>

interface OpenOptions {
  patienceMs?: number
  pooling?: pg.PoolConfig
  /** Called after each query. */
  onQuery?: ((event: LogEvent) => void) | undefined
}

/**
 * Opens a connection pool to a PostgreSQL server. Waits up to 30 s for a server that is starting, and says so. Throws
 * StartupError, never with the password, if the server cannot be used.
 */
export async function openPostgres(
  url: string,
  { patienceMs = PATIENCE_MS, pooling, onQuery }: OpenOptions = {},
): Promise<{ db: Kysely<Database>; pool: PoolState }> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    ...POOL,
    ...pooling,
    application_name: 'fieldhand',
    types,
  })
  // The pool replaces broken connections. Without listeners, their errors would end the process: of idle ones, and of
  // those in use, whose queries also fail.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Database>({ dialect, ...(onQuery && { log: onQuery }) })
  const startedAt = performance.now()
  let isSilent = true
  for (;;) {
    try {
      await sql`select 1`.execute(db)
      return { db, pool }
    } catch (error) {
      const code = codeOf(error)
      const waitedMs = performance.now() - startedAt
      if (PASSING.has(code) && waitedMs < patienceMs) {
        if (isSilent && waitedMs > SILENT_MS) {
          isSilent = false
          process.stderr.write(`Waiting for PostgreSQL at ${placeOf(url)}: it does not respond (${code}).\n`)
        }
        await delay(250)
        continue
      }
      await db.destroy()
      throw unusable(url, error)
    }
  }
}
