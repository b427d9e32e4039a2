import type { Context } from 'hono'
import { sql } from 'kysely'
import { whyUnwritable } from './db/disk.ts'
import type { Deps } from './deps.ts'

/** Liveness: always 200. */
export function liveness(c: Context): Response {
  c.header('Cache-Control', 'no-store')
  return c.json({ status: 'ok' })
}

/** Readiness: 200 after a write has reached the database, else 503. */
export function readiness(deps: Deps): (c: Context) => Promise<Response> {
  let running: Promise<void> | null = null
  return async (c) => {
    c.header('Cache-Control', 'no-store')
    // Concurrent requests share one write.
    running ??= storeSomething(deps).finally(() => {
      running = null
    })
    try {
      await running
      return c.json({ status: 'ready' })
    } catch (error) {
      deps.log.error({ err: error }, 'Nothing can be stored')
      return c.json({ status: 'unavailable' }, 503)
    }
  }
}

async function storeSomething({ db, config }: Deps): Promise<void> {
  if (!config.databaseUrl.includes('://')) {
    const why = await whyUnwritable(config.databaseUrl)
    if (why !== null) throw new Error(why)
  }
  // Writes a record to PostgreSQL's log, not to a table, which read-only transactions may do too.
  const { rows } = await sql<{
    read_only: string
  }>`select current_setting('transaction_read_only') as read_only,
    pg_logical_emit_message(true, 'fieldhand', 'ready')`.execute(db)
  if (rows[0]?.read_only !== 'off') throw new Error('The database is read-only')
}
