import type { Kysely } from 'kysely'
import pg from 'pg'
import { migrateIdentity } from '../../dev/identity/migrate.ts'
import { newId } from '../../server/base/ids.ts'
import { type OpenDatabase, openDatabase } from '../../server/db/open.ts'
import type { Database } from '../../server/db/schema.ts'

/** What a test database contains at first. */
export interface Content {
  /** A short identifier. */
  name: string
  write(db: Kysely<Database>): Promise<unknown>
}

/** The lock with which workers that need the template at the same time wait for the one that creates it. */
const TEMPLATE_LOCK = 4_418_206

const templates = new Map<string, Promise<string>>()

function databaseOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates a migrated database to copy, empty or with some content, unless the server has one. Returns its name. */
function createTemplate(server: string, name: string, content?: Content): Promise<string> {
  return asAdmin(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rows } = await client.query('select datistemplate from pg_database where datname = $1', [name])
    if (rows[0]?.datistemplate) return name
    // A process was killed before it completed this database.
    if (rows[0]) await client.query(`drop database ${name} with (force)`)
    await client.query(`create database ${name}`)
    const { db, close } = await openDatabase(databaseOf(server, name))
    await migrateIdentity(db)
    await content?.write(db)
    await close()
    await client.query(`alter database ${name} is_template true`)
    return name
  })
}

/**
 * Creates a database with the schema of a version of the migrations, and with some content, by copying a template,
 * which takes a fraction of the time.
 */
export async function openOnServer(
  server: string,
  version: string,
  content?: Content,
): Promise<OpenDatabase & { url: string }> {
  const original = `template_${version}_${content?.name ?? 'empty'}`
  const key = `${server} ${original}`
  const template = templates.get(key) ?? createTemplate(server, original, content)
  templates.set(key, template)
  const copied = await template
  const name = newId('test').toLowerCase()
  await asAdmin(server, (client) => client.query(`create database ${name} template ${copied}`))
  const url = databaseOf(server, name)
  const { db, jobs, close } = await openDatabase(url)
  return {
    db,
    jobs,
    url,
    close: async () => {
      await close()
      await asAdmin(server, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}
