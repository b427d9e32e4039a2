import { type Kysely, sql } from 'kysely'

const JOURNAL_ID = '^[a-z]+_[0-9A-Za-z]{16,}$'

/**
 * Returns the columns of all tables that contain the text, regardless of their type, as `table.column`. Includes the
 * job queue's tables if it is open. The IDs in the journal's entries, which outlive what they identify, don't count.
 */
export async function columnsContaining<T>(db: Kysely<T>, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1, 2`.execute(db)
  const searches = tables.map(
    ({ schema, name }) => sql`select distinct ${name} || '.' || field.name as found
      from ${sql.id(schema, name)} as searched, jsonb_each_text(to_jsonb(searched)) as field (name, value)
      where position(lower(${text}) in lower(field.value)) > 0
        and not (${name} = 'journal_entries' and (
          field.value = to_jsonb(searched) ->> 'organization' or field.value ~ ${JOURNAL_ID}))`,
  )
  const { rows } = await sql<{ found: string }>`${sql.join(searches, sql` union all `)}`.execute(db)
  return rows.map(({ found }) => found)
}
