import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { types } from '../../server/db/postgres.ts'
import type { Database } from '../../server/db/schema.ts'

/** Queries on tables with more rows than this should use an index. */
const BIG_TABLE = 10_000

/** A node of a plan as `explain (analyze, buffers, format json)` prints it. */
interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Node[]
}

interface Explained {
  sql: string
  ms: number
  plan: Node
}

export interface Reading {
  statements: number
  /** Table rows and index entries that were read. */
  rows: number
  /** 8 kB pages that were read from memory or disk. */
  pages: number
  indexes: string[]
  /** Tables of more than BIG_TABLE rows that were read in full. */
  scanned: string[]
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  client_min_messages: 'log',
}

/**
 * Opens a database that explains the statements that run on it, including those of triggers and foreign keys, if they
 * take `slowerThanMs`. The user must be a superuser, like that of `startPostgres`.
 */
export function openExplained(url: string, slowerThanMs = 0) {
  const settings = { ...SETTINGS, 'auto_explain.log_min_duration': slowerThanMs }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const pool = new pg.Pool({ connectionString: url, max: 6, types, options: options.join(' ') })
  const seen: Explained[] = []
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const [, ms, json] = /^duration: ([\d.]+) ms {2}plan:\n(.*)$/s.exec(message) ?? []
      if (ms === undefined || json === undefined) return
      const { 'Query Text': sql, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Node }
      seen.push({ sql, ms: Number(ms), plan })
    })
  })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    /** Returns the statements since the last call. */
    take: () => seen.splice(0),
    close: () => db.destroy(),
  }
}

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}

function rowsOf(node: Node): number {
  if (node['Node Type'] === 'Bitmap Heap Scan' || !/Scan$/.test(node['Node Type'])) return 0
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return each * (node['Actual Loops'] ?? 1)
}

/** Adds up what the statements have read. */
export function readingOf(explained: readonly Pick<Explained, 'plan'>[]): Reading {
  const nodes = explained.flatMap(({ plan }) => [...nodesOf(plan)])
  const names = (of: (node: Node) => string | false | undefined) =>
    [...new Set(nodes.map(of).filter((name) => typeof name === 'string'))].toSorted()
  return {
    statements: explained.length,
    rows: nodes.reduce((sum, node) => sum + rowsOf(node), 0),
    pages: explained.reduce(
      (sum, { plan }) => sum + (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
      0,
    ),
    indexes: names((node) => node['Index Name']),
    scanned: names(
      (node) => node['Node Type'] === 'Seq Scan' && rowsOf(node) > BIG_TABLE && node['Relation Name'],
    ),
  }
}
