import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../../server/db/schema.ts'

/** Rows per statement: enough to be fast, few enough to use little memory. */
const BATCH = 2_000

/** Inserts complete rows as JSON in one parameter, which is much faster than one parameter per value. */
export async function insertMany<T extends keyof Database & string>(
  db: Kysely<Database>,
  table: T,
  rows: readonly Selectable<Database[T]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const json = JSON.stringify(rows.slice(start, start + BATCH))
    const target = sql.table(table)
    const columns = sql.join(Object.keys(rows[start] ?? {}).map((column) => sql.id(column)))
    await sql`insert into ${target} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${target}, ${json}::jsonb)`.execute(db)
  }
}
