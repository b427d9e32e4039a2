import { type Kysely, sql } from 'kysely'

/** Adds an index that finds the notifications of one organization that wait for their jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index notifications_unreleased on notifications (organization_id, position)
    where status = 'queued' and released_at is null`.execute(db)
}
