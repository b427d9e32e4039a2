import { PGlite } from '@electric-sql/pglite'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { migrateIdentity } from '../../../dev/identity/migrate.ts'
import { dropOfLocalIdentity } from '../../../server/db/local-identity.ts'
import { migrate, migrateTo } from '../../../server/db/migrate.ts'
import { onPGlite } from '../../../server/db/open.ts'
import type { Database } from '../../../server/db/schema.ts'
import { copyNewDatabases } from '../../support/new-database.ts'

let undo = () => {}
beforeAll(() => {
  undo = copyNewDatabases()
})
afterAll(() => undo())

async function emptyDatabase(): Promise<Kysely<Database>> {
  const db = onPGlite(await PGlite.create())
  onTestFinished(() => db.destroy())
  return db
}

/** A database of the last version whose product had these tables. */
async function earlierDatabase(): Promise<Kysely<Database>> {
  const db = await emptyDatabase()
  await migrateTo(db, ['0051-message-traces'])
  return db
}

const AT = new Date('2026-11-20T15:00:00Z')
const USER = { id: 'user_1', email: 'a@example.test', email_id: 'e', created_at: AT, updated_at: AT }

/** Columns, indexes, constraints, and triggers of the local identity. */
async function shapeOf(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '')
      as line from information_schema.columns where table_name like 'identity%'
    union all select indexdef from pg_indexes where tablename like 'identity%'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where contype <> 'n' and conrelid::regclass::text like 'identity%'
    union all select pg_get_triggerdef(oid) from pg_trigger
      where not tgisinternal and tgrelid::regclass::text like 'identity%'
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}

it('has no table in a database of the product', async () => {
  const db = await emptyDatabase()
  await migrate(db)
  expect(await shapeOf(db)).toEqual([])
  expect(await dropOfLocalIdentity(db)).toBeNull()
})

it('is dropped from a database of an earlier version if it is empty', async () => {
  const db = await earlierDatabase()
  expect(await shapeOf(db)).not.toEqual([])
  await migrate(db)
  expect(await shapeOf(db)).toEqual([])
})

it('keeps what a database of an earlier version contains, in the tables that a new one gets', async () => {
  const earlier = await earlierDatabase()
  await earlier.insertInto('identity_users').values(USER).execute()
  await migrate(earlier)
  await migrateIdentity(earlier)
  expect(await earlier.selectFrom('identity_users').select('email').execute()).toEqual([
    { email: 'a@example.test' },
  ])
  const fresh = await emptyDatabase()
  await migrate(fresh)
  await migrateIdentity(fresh)
  const shape = await shapeOf(fresh)
  expect(shape.length).toBeGreaterThan(60)
  expect(await shapeOf(earlier)).toEqual(shape)
})

it('stays as it is when it is migrated again, and goes with one statement', async () => {
  const db = await emptyDatabase()
  await migrate(db)
  await Promise.all([migrateIdentity(db), migrateIdentity(db)])
  await db.insertInto('identity_users').values(USER).execute()
  await migrateIdentity(db)
  expect(await db.selectFrom('identity_users').select('id').execute()).toHaveLength(1)
  const statement = (await dropOfLocalIdentity(db)) ?? ''
  expect(statement).toMatch(
    /^drop table dev_migration, dev_migration_lock, identity_attempts, .*identity_users;$/,
  )
  await sql.raw(statement).execute(db)
  expect(await dropOfLocalIdentity(db)).toBeNull()
  await migrateIdentity(db)
  expect(await shapeOf(db)).not.toEqual([])
})
