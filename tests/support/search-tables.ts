import { type Kysely, sql } from 'kysely'

/**
 * Returns the columns of all tables that contain the text, regardless of their type, as `table.column`. Includes the
 * job queue's tables if it is open.
 */
export async function columnsContaining<T>(db: Kysely<T>, text: string): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_schema in ('public', 'pgboss') and t.table_type = 'BASE TABLE'
    order by 1, 2`.execute(db)
  const found: string[] = []
  for (const { schema, table, column } of columns) {
    const { rows } = await sql`select 1 from ${sql.id(schema, table)}
      where position(lower(${text}) in lower(${sql.ref(column)}::text)) > 0 limit 1`.execute(db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}
