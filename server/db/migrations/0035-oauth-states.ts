import { type Kysely, sql } from 'kysely'

/** Removes unused columns: there is only one redirect URI, and the user who finishes is checked again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table oauth_states drop column redirect_uri, drop column issued_at`.execute(db)
}
