import { sql } from 'kysely'
import { openDatabase } from '../server/db/open.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { head, row } from './report.ts'
import { measureDaily } from './scale/daily.ts'
import { conversationsOf, fillScale, type Size } from './scale/fill.ts'
import { measureLoad, type Setup } from './scale/load.ts'
import { measurePlans } from './scale/plans.ts'
import { samplesOf } from './scale/samples.ts'

const SIZE: Size = {
  organizations: Number(process.env.BENCH_ORGANIZATIONS || 10_000),
  messages: Number(process.env.BENCH_MESSAGES || 5_000_000),
}

/** The settings of a server of this size that differ from PostgreSQL's defaults. */
const SETTINGS = { shared_buffers: '1GB', maintenance_work_mem: '256MB', max_wal_size: '8GB' }

const SETUPS: readonly Setup[] = [
  { servers: 1, isPooled: false },
  { servers: 3, isPooled: false },
  { servers: 3, isPooled: true },
]

const LOAD = [
  'servers',
  'messages',
  'a second',
  'a message, ms: median, 95%, 99%',
  'the start of a chat, ms',
  'reads of owners, ms',
  'errors',
  'servers’ memory, MB',
  'processor s: servers',
  'PostgreSQL',
  'PgBouncer',
]
const IDLE = [
  'servers without visitors',
  'processor s a minute: servers',
  'PostgreSQL',
  'transactions a second',
  'memory, MB',
]

/** Prints the disk usage of the tables. */
async function printSizes(url: string): Promise<void> {
  const { db, close } = await openDatabase(url)
  const { rows } = await sql<{ name: string; rows: number; heap: number; indexes: number; total: number }>`
    select relname as name, n_live_tup as rows, pg_table_size(relid) as heap, pg_indexes_size(relid) as indexes,
      pg_total_relation_size(relid) as total
    from pg_stat_user_tables where n_live_tup > 0 order by total desc limit 12`.execute(db)
  const all = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  const bytes = Number(all.rows[0]?.bytes)
  await close()
  const mb = (value: number) => (Number(value) / 1e6).toFixed(0)
  process.stdout.write(
    `\n${SIZE.organizations} organizations, ${conversationsOf(SIZE)} conversations, ${SIZE.messages} messages: ${mb(bytes)} MB, ` +
      `${(bytes / SIZE.messages).toFixed(0)} bytes a message, ${(bytes / SIZE.organizations / 1e3).toFixed(0)} kB an organization\n\n`,
  )
  head('table', 'rows', 'table, MB', 'indexes, MB', 'bytes a row')
  for (const table of rows)
    row(table.name, table.rows, mb(table.heap), mb(table.indexes), (table.total / table.rows).toFixed(0))
}

async function printLoads(url: string): Promise<void> {
  const measured = []
  for (const setup of SETUPS) measured.push(await measureLoad(url, SIZE, setup))
  process.stdout.write('\n')
  head(...LOAD)
  for (const { load } of measured) row(...load)
  process.stdout.write('\n')
  head(...IDLE)
  for (const { idle } of measured) row(...idle)
  const failed = measured.map((each) => each.failed).filter(Boolean)
  if (failed.length > 0) throw new Error(`Requests failed: ${failed.join('; ')}`)
}

/**
 * Measures a database with many organizations: its size, the plans of the hot paths, the daily jobs, and throughput
 * with one and three servers. Fails if a request fails.
 */
export async function measureScale(): Promise<void> {
  let reason = ''
  const postgres = await startPostgres((why) => {
    reason = why
  }, SETTINGS)
  if (!postgres) throw new Error(reason)
  try {
    const { db, close } = await openDatabase(postgres.url)
    const start = performance.now()
    await fillScale(db, SIZE, new Date())
    await close()
    process.stdout.write(`\nGenerated in ${((performance.now() - start) / 1_000).toFixed(0)} s\n`)
    await measureAll(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** Measures a filled database. */
export async function measureAll(url: string): Promise<void> {
  await printSizes(url)
  await measurePlans(url, samplesOf(SIZE))
  await measureDaily(url)
  await printLoads(url)
}
