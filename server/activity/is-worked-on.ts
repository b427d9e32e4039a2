import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Returns whether a member has acted on a lead since a time, or has an open task for it that is due after it. */
export function isWorkedOn(lead: ExpressionBuilder<Database, 'leads'>, since: Date) {
  return lead.or([
    lead.exists(
      lead
        .selectFrom('lead_activity')
        .select('lead_activity.id')
        .whereRef('lead_activity.lead_id', '=', 'leads.id')
        .where('lead_activity.actor_kind', '=', sql.lit('person'))
        .where('lead_activity.at', '>', since),
    ),
    lead.exists(
      lead
        .selectFrom('tasks')
        .select('tasks.id')
        .whereRef('tasks.lead_id', '=', 'leads.id')
        .where('tasks.done_at', 'is', null)
        .where('tasks.due_at', '>', since),
    ),
  ])
}
