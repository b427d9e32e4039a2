import { type Kysely, sql } from 'kysely'

/** Marks the calls in which a member tries the agent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calls add column is_test boolean not null default false`.execute(db)
}
