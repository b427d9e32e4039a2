import { type Kysely, sql } from 'kysely'

/**
 * Adds the users of preview passes, and when the tokens that requested passes and connections were issued. Removes
 * existing passes and connection attempts, which expire within hours.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from preview_passes`.execute(db)
  await sql`delete from oauth_states`.execute(db)
  await sql`alter table preview_passes add column user_id text not null, add column issued_at timestamptz not null`.execute(
    db,
  )
  await sql`alter table oauth_states add column issued_at timestamptz not null`.execute(db)
}
