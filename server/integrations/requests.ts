import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Returns how many organizations have requested each integration, most requested first. */
export async function countRequests(db: Kysely<Database>): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('integration_requests')
    .select(['integration', sql<number>`count(*)::int`.as('organizations')])
    .groupBy('integration')
    .orderBy('organizations', 'desc')
    .orderBy('integration')
    .execute()
  return Object.fromEntries(rows.map(({ integration, organizations }) => [integration, organizations]))
}
