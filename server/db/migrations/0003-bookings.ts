import { type Kysely, sql } from 'kysely'

/** Bookings are found by their id: the pages that visitors keep lead to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index leads_one_per_booking on leads (converted_to_booking_id)
    where converted_to_booking_id is not null`.execute(db)
}
