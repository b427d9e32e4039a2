import type { Kysely } from 'kysely'
import type { Database } from '../../server/db/schema.ts'

/** Returns the history of a lead, oldest first. */
export const activityOf = (db: Kysely<Database>, leadId: string) =>
  db
    .selectFrom('lead_activity')
    .select(['type', 'actor_kind', 'data'])
    .where('lead_id', '=', leadId)
    .orderBy('position')
    .execute()
