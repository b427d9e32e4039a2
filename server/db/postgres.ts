import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, type LogEvent, PostgresDialect, type PostgresDialectConfig, sql } from 'kysely'
import pg from 'pg'
import { StartupError } from '../base/errors.ts'
import { createSlots, type Slots } from '../base/slots.ts'
import type { Database } from './schema.ts'
import { MOST_WAITING, shared } from './shares.ts'

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

/**
 * The maximum number of connections of a pool, and of those that work for one owner at the same time. `patienceMs` is
 * how long work waits for one.
 */
const CONNECTIONS = { most: 10, ofOne: 4, patienceMs: 5_000 }

export interface PoolState {
  readonly totalCount: number
  readonly idleCount: number
  /** The number of queries that wait for a connection. */
  readonly waitingCount: number
  readonly most: number
}

/** Hands out the pool's connections to owners in turn. */
class SharedDialect extends PostgresDialect {
  readonly #slots: Slots
  constructor(config: PostgresDialectConfig, slots: Slots) {
    super(config)
    this.#slots = slots
  }
  override createDriver() {
    return shared(super.createDriver(), this.#slots)
  }
}

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
    max: CONNECTIONS.most,
    connectionTimeoutMillis: CONNECTIONS.patienceMs,
    ...POOL,
    ...pooling,
    application_name: 'fieldhand',
    types,
  })
  // The pool replaces broken connections. Without listeners, their errors would end the process: of idle ones, and of
  // those in use, whose queries also fail.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const { options } = pool
  const slots = createSlots({ ...CONNECTIONS, atOnce: options.max, waiting: MOST_WAITING })
  const state: PoolState = {
    get totalCount() {
      return pool.totalCount
    },
    get idleCount() {
      return pool.idleCount
    },
    get waitingCount() {
      return slots.countWaiting() + pool.waitingCount
    },
    most: options.max,
  }
  const dialect = new SharedDialect({ pool }, slots)
  const db = new Kysely<Database>({ dialect, ...(onQuery && { log: onQuery }) })
  const startedAt = performance.now()
  let isSilent = true
  for (;;) {
    try {
      await sql`select 1`.execute(db)
      return { db, pool: state }
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
