import { type Kysely, sql } from 'kysely'
import { DEV_LEDGER } from '../db/local-identity.ts'
import { QUEUE_SCHEMA } from '../db/queue-schema.ts'
import type { Database } from '../db/schema.ts'

export const SCHEMAS = ['public', QUEUE_SCHEMA]
/** Tables that are filled when the schema is created, or that hold measurements of pg-boss. */
const LEFT_OUT = [
  ...['kysely_migration', 'kysely_migration_lock', 'version', 'bam', 'queue_stats', 'warning', 'instance'],
  ...DEV_LEDGER,
]

export interface Table {
  schema: string
  name: string
  /** Excludes generated columns. */
  columns: { name: string; type: string }[]
}

/** Returns the tables that contain data. Partitions are part of their table; tables of extensions are left out. */
export async function tablesOf(db: Kysely<Database>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select n.nspname as schema, c.relname as name, json_agg(
      json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = any(${SCHEMAS}) and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${LEFT_OUT})
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    group by 1, 2 order by 1 desc, 2`.execute(db)
  return rows
}

/** Makes the text form of values independent of the server's settings until the transaction ends. */
export async function setExactTexts(tx: Kysely<Database>): Promise<void> {
  await sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, MDY', true),
    set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true)`.execute(tx)
}
