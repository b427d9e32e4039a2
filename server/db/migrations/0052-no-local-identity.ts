import { type Kysely, sql } from 'kysely'

const TABLES = [
  ...['identity_attempts', 'identity_checkouts', 'identity_clients', 'identity_invitations', 'identity_keys'],
  ...['identity_memberships', 'identity_organizations', 'identity_sessions', 'identity_users'],
]

/** Drops the tables of the local identity, which belong to its stand-in, unless they contain anything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const any = sql.join(
    TABLES.map((name) => sql`exists (select from ${sql.table(name)})`),
    sql` or `,
  )
  const { rows } = await sql<{ filled: boolean }>`select ${any} as filled`.execute(db)
  if (!rows[0]?.filled) await sql`drop table ${sql.join(TABLES.map((name) => sql.table(name)))}`.execute(db)
}
