import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Suppresses webhook events for the rest of a transaction. */
export async function tellNobody(tx: Kysely<Database>): Promise<void> {
  await sql`select set_config('fieldhand.tells_nobody', 'on', true)`.execute(tx)
}
