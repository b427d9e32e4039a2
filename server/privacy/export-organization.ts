import { type Kysely, sql } from 'kysely'
import { notSetUp } from '../api/http-error.ts'
import type { Database } from '../db/schema.ts'
import { ACCOUNT_TABLES, DATA_TABLES } from './organization-tables.ts'

/** Rows per query. */
const BATCH = 500
/**
 * The columns to omit: credentials for the visitor's side of a conversation, a notification, a device, or the API;
 * webhook signing secrets; sealed tokens; calendar addresses; internal names of this database; and the HTML of mail,
 * whose text is included.
 */
const LEFT_OUT = [
  ...['visitor_token_hash', 'changed_in', 'file', 'token', 'tokens', 'p256dh', 'auth', 'html'],
  ...['hash', 'secret', 'old_secret', 'sealed_address', 'sealed', 'hook'],
]

/** Selects an organization's rows in a table. Adds links to photos. */
function ownedBy(organizationId: string, table: string, widgetOrigin: string) {
  const link = table === 'photos' ? sql`, ${`${widgetOrigin}/photos/`} || id || '.jpg' as url` : sql``
  return sql`(select *${link} from ${sql.table(table)} where organization_id = ${organizationId})`
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
    yield* list(db, table, ownedBy(organizationId, table, widgetOrigin), key)
  }
  yield '}'
}

async function* list(
  db: Kysely<Database>,
  name: string,
  source: ReturnType<typeof sql>,
  key: string,
): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`
  let last: string | null = null
  for (let isFirst = true; ; isFirst = false) {
    const { rows }: { rows: { json: string; key: string }[] } = await sql<{ json: string; key: string }>`
      select (to_jsonb(t) - ${LEFT_OUT}::text[])::text as json, t.${sql.ref(key)}::text as key
      from ${source} t where ${last}::text is null or t.${sql.ref(key)}::text > ${last}
      order by t.${sql.ref(key)}::text limit ${BATCH}`.execute(db)
    if (rows.length > 0) yield (isFirst ? '' : ',') + rows.map(({ json }) => json).join(',')
    last = rows.at(-1)?.key ?? null
    if (rows.length < BATCH) break
  }
  yield ']'
}
