import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { ACCOUNT_TABLES, DATA_TABLES } from '../erasure/organization-tables.ts'
import { notSetUp } from '../http/http-error.ts'

/** Rows per query, and keys per query: each query for keys reads all rows of the organization. */
const BATCH = { rows: 500, keys: 10_000 }
/**
 * The columns to omit: credentials for the visitor's side of a conversation, a notification, a device, or the API;
 * webhook signing secrets; sealed tokens; the tokens of calls; calendar addresses; internal names of this database; and the HTML of mail,
 * whose text is included.
 */
const LEFT_OUT = [
  ...['visitor_token_hash', 'changed_in', 'search_text', 'file', 'token', 'tokens', 'p256dh', 'auth', 'html'],
  ...['hash', 'secret', 'old_secret', 'sealed_address', 'sealed', 'hook'],
  ...['ticket_hash', 'connection'],
]

/** An organization's rows in a table, in the order of a column. */
interface Rows {
  organizationId: string
  table: string
  key: string
}

/**
 * Yields all data of an organization as chunks of one JSON object. Throws a 404 HttpError if the organization doesn't
 * exist. Doesn't use a transaction, so a change during the export can appear in one table but not in another.
 */
export async function* exportOrganizationData(
  db: Kysely<Database>,
  organizationId: string,
  now: Date,
  widgetOrigin: string,
): AsyncGenerator<string, void> {
  const { rows } = await sql<{ json: string }>`
    select to_jsonb(o)::text as json from organizations o where id = ${organizationId}`.execute(db)
  const [organization] = rows
  if (!organization) throw notSetUp()
  yield `{"exported_at":${JSON.stringify(now.toISOString())},"organization":${organization.json}`
  for (const [table, key] of Object.entries({ ...DATA_TABLES, ...ACCOUNT_TABLES })) {
    const link = table === 'photos' ? sql`, ${`${widgetOrigin}/photos/`} || id || '.jpg' as url` : sql``
    yield `,${JSON.stringify(table)}:[`
    let isFirst = true
    for await (const rows of batchesOf(db, { organizationId, table, key }, link)) {
      yield (isFirst ? '' : ',') + rows.join(',')
      isFirst = false
    }
    yield ']'
  }
  yield '}'
}

/** Yields rows as JSON, in batches. `link` selects more columns. */
async function* batchesOf(
  db: Kysely<Database>,
  { organizationId, table, key }: Rows,
  link: RawBuilder<unknown>,
): AsyncGenerator<string[]> {
  const isOwn = sql`organization_id = ${organizationId}`
  for await (const keys of keysOf(db, { organizationId, table, key })) {
    for (let from = 0; from < keys.length; from += BATCH.rows) {
      const some = keys.slice(from, from + BATCH.rows)
      const { rows } = await sql<{ json: string }>`
        select (to_jsonb(t) - ${LEFT_OUT}::text[])::text as json from (
          select *${link} from ${sql.table(table)} where ${isOwn} and ${sql.ref(key)} = any(${some})) as t
        order by ${sql.ref(key)}`.execute(db)
      if (rows.length > 0) yield rows.map(({ json }) => json)
    }
  }
}

/** Yields the keys of rows, in order. */
async function* keysOf(db: Kysely<Database>, { organizationId, table, key }: Rows): AsyncGenerator<string[]> {
  let last: string | null = null
  do {
    const { rows }: { rows: { key: string }[] } = await sql<{ key: string }>`
      select ${sql.ref(key)} as key from ${sql.table(table)}
      where organization_id = ${organizationId} and (${last}::text is null or ${sql.ref(key)} > ${last})
      order by ${sql.ref(key)} limit ${BATCH.keys}`.execute(db)
    yield rows.map((row) => row.key)
    last = rows.length < BATCH.keys ? null : (rows.at(-1)?.key ?? null)
  } while (last !== null)
}
