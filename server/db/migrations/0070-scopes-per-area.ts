import { type Kysely, sql } from 'kysely'

/** The scopes that a scope of earlier versions contained. */
const PARTS = {
  'leads:read': ['tasks:read', 'bookings:read'],
  'leads:write': ['tasks:write', 'bookings:write'],
}

/** Lets API keys do everything that they could do before tasks and bookings had scopes of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [scope, parts] of Object.entries(PARTS)) {
    for (const part of parts) {
      await sql`update api_keys set scopes = scopes || ${JSON.stringify([part])}::jsonb
        where scopes ? ${scope} and not scopes ? ${part}`.execute(db)
    }
  }
}
