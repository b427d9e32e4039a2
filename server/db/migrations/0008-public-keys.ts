import { type Kysely, sql } from 'kysely'

/** Removes private keys from the database. Tokens that they signed expire within a minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from identity_keys`.execute(db)
  await sql`alter table identity_keys drop column private_jwk, add column public_jwk jsonb not null`.execute(
    db,
  )
}
