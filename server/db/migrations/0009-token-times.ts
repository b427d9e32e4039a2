import { type Kysely, sql } from 'kysely'

/**
 * The users of preview passes, and when the tokens were issued with which passes and connections were requested.
 * Existing ones are removed; they expire within hours.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from preview_passes`.execute(db)
  await sql`delete from oauth_states`.execute(db)
  await sql`alter table preview_passes add column user_id text not null, add column issued_at timestamptz not null`.execute(
    db,
  )
  await sql`alter table oauth_states add column issued_at timestamptz not null`.execute(db)
}
