import { type Kysely, sql } from 'kysely'

/**
 * Returns the columns of all tables that contain the text, regardless of their type, as `table.column`. Includes the
 * job queue's tables if it is open.
 */
export async function columnsContaining<T>(db: Kysely<T>, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1, 2`.execute(db)
  const searches = tables.map(
    ({ schema, name }) => sql`select distinct ${name} || '.' || field.name as found
      from ${sql.id(schema, name)} as searched, jsonb_each_text(to_jsonb(searched)) as field (name, value)
      where position(lower(${text}) in lower(field.value)) > 0`,
  )
  const { rows } = await sql<{ found: string }>`${sql.join(searches, sql` union all `)}`.execute(db)
  return rows.map(({ found }) => found)
}
