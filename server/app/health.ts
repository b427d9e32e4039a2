import type { Context } from 'hono'
import { sql } from 'kysely'
import { VERSION } from '../base/version.ts'
import { whyUnwritable } from '../db/disk.ts'
import type { Deps } from '../kernel/deps.ts'

/** Reports liveness and the version: always 200. */
export function liveness(c: Context): Response {
  c.header('Cache-Control', 'no-store')
  return c.json({ status: 'ok', version: VERSION })
}

/** How long a result of the readiness check is valid. */
const CHECK_EVERY_MS = 2_000

/** Returns a check that rejects unless a write has reached the database in the last two seconds. */
export function createReadinessCheck(deps: Pick<Deps, 'db' | 'config' | 'clock'>): () => Promise<void> {
  let last: { at: number; result: Promise<void> } | null = null
  return () => {
    const now = deps.clock().getTime()
    // Requests share one write, because anyone can send them.
    if (last === null || Math.abs(now - last.at) >= CHECK_EVERY_MS) {
      last = { at: now, result: storeSomething(deps) }
    }
    return last.result
  }
}

/** Returns a handler that reports readiness: 200 after a write has reached the database, otherwise 503. */
export function readiness(deps: Deps): (c: Context) => Promise<Response> {
  const check = createReadinessCheck(deps)
  return async (c) => {
    c.header('Cache-Control', 'no-store')
    try {
      await check()
      return c.json({ status: 'ready' })
    } catch (error) {
      deps.log.error({ err: error }, 'Nothing can be stored')
      return c.json({ status: 'unavailable' }, 503)
    }
  }
}

async function storeSomething({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  if (!config.databaseUrl.includes('://')) {
    const why = await whyUnwritable(config.databaseUrl)
    if (why !== null) throw new Error(why)
  }
  // Writes a record to PostgreSQL's log instead of a table. Read-only transactions can do so too.
  const { rows } = await sql<{
    read_only: string
  }>`select current_setting('transaction_read_only') as read_only,
    pg_logical_emit_message(true, 'fieldhand', 'ready')`.execute(db)
  if (rows[0]?.read_only !== 'off') throw new Error('The database is read-only')
}
