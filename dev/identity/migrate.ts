import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from '../../server/db/schema.ts'
import * as accounts from './migrations/0001-accounts.ts'

/** The migrations, in the order of their names. Never change a released migration; add another one. */
const MIGRATIONS: Record<string, Migration> = { '0001-accounts': accounts }

/** Keeps two servers from migrating at the same time. */
const LOCK = 7_140_924

/** Migrates the tables of the local identity, all or nothing, in a database of the product's current schema. */
export async function migrateIdentity(db: Kysely<Database>): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute(migrateIdentity)
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(db)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    migrationTableName: 'dev_migration',
    migrationLockTableName: 'dev_migration_lock',
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
