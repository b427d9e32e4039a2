import { type Kysely, sql } from 'kysely'

/** Adds why and when the system set a lead's status, and the trusted time of the daily jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('leads')
    .addColumn('automatic_reason', 'text')
    .addColumn('automatic_at', 'timestamptz')
    .execute()
  await sql`create index leads_changed_automatically on leads (organization_id, automatic_at)
    where automatic_at is not null`.execute(db)
  await sql`create table job_clock (
    id integer primary key check (id = 1),
    seen_at timestamptz not null,
    trusted_at timestamptz not null
  )`.execute(db)
}
