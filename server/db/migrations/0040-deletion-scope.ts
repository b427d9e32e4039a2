import { type Kysely, sql } from 'kysely'

/** Gives the API keys that can change leads the scope to remove them, which they had before it was a separate one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update api_keys set scopes = scopes || '["leads:delete"]'
    where scopes ? 'leads:write' and not scopes ? 'leads:delete'`.execute(db)
}
