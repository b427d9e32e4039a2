import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../server/db/schema.ts'

/** Words in generated messages. One in this many messages contains the word. */
export const FREQUENT = {
  mowing: 2,
  yard: 20,
  hedge: 100,
  mulch: 400,
  gutter: 2_000,
  pergola: 20_000,
} as const

/** Returns text to append to a message, with each word in {@link FREQUENT} at its rate. */
export const frequentWords = (): RawBuilder<string> =>
  sql`${sql.join(
    Object.entries(FREQUENT).map(
      ([word, one]) => sql`case when random() * ${sql.lit(one)} < 1 then ${sql.lit(` ${word}`)} else '' end`,
    ),
    sql` || `,
  )}`

/** Drops the indexes of tables, except those of constraints, and rebuilds them after `fill`, which is faster. */
export async function withoutIndexes(
  db: Kysely<Database>,
  tables: readonly (keyof Database)[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid::regclass::text = any(${tables}::text[])
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db)
  await fill()
  for (const { definition } of rows) await sql.raw(definition).execute(db)
}
