import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** The condition that a lead is a visitor's: it counts, reaches other services, and takes its slot. */
export const isVisitors = sql<boolean>`not leads.is_test`

/** Returns whether a lead is its organization's first test, the only one that is announced. */
export async function isFirstTest(
  db: Kysely<Database>,
  organizationId: string,
  leadId: string | null,
): Promise<boolean> {
  const organization = await db
    .selectFrom('organizations')
    .select('first_test_lead')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return leadId !== null && organization?.first_test_lead === leadId
}
