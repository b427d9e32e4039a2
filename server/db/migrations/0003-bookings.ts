import { type Kysely, sql } from 'kysely'

/** Indexes bookings by id, for the booking pages of visitors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index leads_one_per_booking on leads (converted_to_booking_id)
    where converted_to_booking_id is not null`.execute(db)
}
