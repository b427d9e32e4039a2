import { type Kysely, sql } from 'kysely'

/** Removes columns that nothing reads: there is one redirect URI, and the user who finishes is checked anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table oauth_states drop column redirect_uri, drop column issued_at`.execute(db)
}
