import { type Kysely, sql } from 'kysely'

/**
 * Notifications keep the id of a device that was removed. Without it, two removed devices would be the same recipient of
 * one occasion.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications drop constraint notifications_device_id_fkey`.execute(db)
}
