import { type Kysely, sql } from 'kysely'

/**
 * Keeps the id of a removed device in notifications. Without it, two removed devices would be the same recipient of an
 * occasion.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications drop constraint notifications_device_id_fkey`.execute(db)
}
