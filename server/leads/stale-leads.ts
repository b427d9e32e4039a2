import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { isWorkedOn } from '../activity/is-worked-on.ts'
import { person, SYSTEM } from '../activity/record.ts'
import { STATUS_COLUMNS, statusEvents } from '../activity/statuses.ts'
import type { Database } from '../db/schema.ts'
import { isVisitors } from './tests.ts'

/** Days without activity after which a new lead is lost (section 4). */
const STALE_AFTER_DAYS = 30
const STALE_REASON = `No activity for ${STALE_AFTER_DAYS} days`

/**
 * Marks new leads as lost at the time `now` after 30 days without activity by owner or visitor, and returns their
 * number. `trusted` is the time that determines their age. Uses one statement, so that concurrent servers and owners
 * never overwrite each other.
 */
export async function markStaleLeads(db: Kysely<Database>, now: Date, trusted: Date): Promise<number> {
  const oldest = new Date(trusted.getTime() - STALE_AFTER_DAYS * DAY_MS)
  const { numInsertedOrUpdatedRows } = await db
    .with('changed', (cte) =>
      cte
        .updateTable('leads')
        .set((lead) => ({
          status: 'lost',
          loss_reason: lead.fn.coalesce('loss_reason', lead.val(STALE_REASON)),
          automatic_reason: STALE_REASON,
          automatic_at: now,
          updated_at: now,
        }))
        .where('status', '=', 'new')
        .where(isVisitors)
        .where('updated_at', '<=', oldest)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('conversations')
                .select('conversations.id')
                .whereRef('conversations.id', '=', 'leads.conversation_id')
                .where('conversations.updated_at', '>', oldest),
            ),
          ),
        )
        .where((lead) => lead.not(isWorkedOn(lead, oldest)))
        .returning(['id', 'organization_id', 'loss_reason']),
    )
    .insertInto('lead_activity')
    .columns(STATUS_COLUMNS)
    .expression((cte) =>
      cte.selectFrom('changed').select(statusEvents({ from: 'new', to: 'lost', at: now, actor: SYSTEM })),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/**
 * Sets leads of an organization that one run marked as lost back to new, for the member `userId`, as if they were
 * active now. Skips leads that a person has changed since. Returns the number of leads.
 */
export async function undoStaleLeads(
  db: Kysely<Database>,
  { organizationId, userId }: { organizationId: string; userId: string },
  markedAt: Date,
  now: Date,
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .with('changed', (cte) =>
      cte
        .updateTable('leads')
        .set({
          status: 'new',
          loss_reason: sql<string | null>`nullif(loss_reason, ${STALE_REASON})`,
          automatic_reason: null,
          automatic_at: null,
          updated_at: now,
        })
        .where('organization_id', '=', organizationId)
        .where('status', '=', 'lost')
        .where('automatic_at', '=', markedAt)
        .returning(['id', 'organization_id', sql<string | null>`null::text`.as('loss_reason')]),
    )
    .insertInto('lead_activity')
    .columns(STATUS_COLUMNS)
    .expression((cte) =>
      cte
        .selectFrom('changed')
        .select(statusEvents({ from: 'lost', to: 'new', at: now, actor: person(userId) })),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}
