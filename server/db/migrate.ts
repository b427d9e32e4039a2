import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as product from './migrations/0001-product.ts'
import * as identity from './migrations/0002-identity.ts'
import * as bookings from './migrations/0003-bookings.ts'
import * as rateLimits from './migrations/0004-rate-limits.ts'

/** In the order of their names. A migration that has been released is never changed, only followed. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-product': product,
  '0002-identity': identity,
  '0003-bookings': bookings,
  '0004-rate-limits': rateLimits,
}

/**
 * Brings the schema up to date, all or nothing. Companions that start together on one PostgreSQL wait for
 * each other (Kysely holds an advisory lock).
 */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
