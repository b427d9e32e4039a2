import { type Kysely, sql } from 'kysely'
import { IMPORT_LIMITS } from '../../src/contract/lead-imports.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { changeLeads } from '../activity/leads-changed.ts'
import type { Database } from '../db/schema.ts'
import { eraseJobs } from '../erasure/erase-jobs.ts'
import { eraseSummaries } from '../erasure/erase-summaries.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import { tellNobody } from '../webhooks/silence.ts'
import { lockImport } from './import-rows.ts'

/** The number of leads per call, so that other requests wait only briefly. */
const BATCH = 500

/**
 * Removes some of the imported leads that nobody has since changed, called, or given a task, and ends the import. Leads
 * that stay are not checked again.
 */
export function undoSome(deps: Deps, organizationId: string, importId: string): Promise<void> {
  return changeLeads(deps, organizationId, async (tx) => {
    await tellNobody(tx)
    const now = deps.clock()
    const known = await lockImport(tx, organizationId, importId)
    if (now.getTime() - known.created_at.getTime() > IMPORT_LIMITS.undoDays * DAY_MS) {
      throw new HttpError(409, `An import can be undone for ${IMPORT_LIMITS.undoDays} days`)
    }
    await tx
      .updateTable('lead_imports')
      .set({ undone_at: known.undone_at ?? now, finished_at: known.finished_at ?? now })
      .where('organization_id', '=', organizationId)
      .where('id', '=', importId)
      .execute()
    const leads = await importedLeads(tx, organizationId, importId)
    const byOutcome = Map.groupBy(leads, outcomeOf)
    for (const [outcome, group] of byOutcome) {
      const ids = group.map(({ row_id }) => row_id)
      await tx
        .updateTable('lead_import_rows')
        .set({ outcome })
        .where('organization_id', '=', organizationId)
        .where('id', 'in', ids)
        .execute()
    }
    const removed = byOutcome.get('removed')?.map(({ id }) => id)
    if (!removed) return
    await eraseSummaries(tx, organizationId, known.created_at)
    await tx
      .deleteFrom('leads')
      .where('organization_id', '=', organizationId)
      .where('id', 'in', removed)
      .execute()
    await eraseJobs(tx)
  })
}

function outcomeOf({ is_changed, has_tasks }: { is_changed: boolean; has_tasks: boolean }) {
  if (is_changed) return 'changed'
  return has_tasks ? 'tasks' : 'removed'
}

/**
 * Locks and returns the next imported leads, with whether anyone has worked on them here. Changes from HubSpot do not
 * count.
 */
async function importedLeads(tx: Kysely<Database>, organizationId: string, importId: string) {
  const imported = tx
    .selectFrom('lead_import_rows')
    .innerJoin('leads', 'leads.id', 'lead_import_rows.lead_id')
    .select('leads.id')
    .where('lead_import_rows.organization_id', '=', organizationId)
    .where('lead_import_rows.import_id', '=', importId)
    .where('lead_import_rows.outcome', '=', 'imported')
  const locked = await imported.orderBy('leads.id').limit(BATCH).forUpdate('leads').execute()
  if (locked.length === 0) return []
  // A statement that waits for a lock doesn't see what others store in the meantime, such as tasks.
  return imported
    .where(
      'leads.id',
      'in',
      locked.map(({ id }) => id),
    )
    .select([
      'lead_import_rows.id as row_id',
      sql<boolean>`leads.answered_at is not null or leads.conversation_id is not null or exists (
          select from lead_activity where lead_activity.lead_id = leads.id
            and lead_activity.type not in ('created', 'task') and lead_activity.actor_kind <> 'hubspot'
        ) or leads.updated_at <> lead_import_rows.at and not exists (
          select from lead_activity where lead_activity.lead_id = leads.id
            and lead_activity.at = leads.updated_at and lead_activity.actor_kind = 'hubspot'
        )`.as('is_changed'),
      sql<boolean>`exists (select from tasks where tasks.lead_id = leads.id)`.as('has_tasks'),
    ])
    .execute()
}
