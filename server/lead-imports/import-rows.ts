import { type Kysely, sql } from 'kysely'
import type { ImportBatch, RowVerdict } from '../../src/contract/lead-imports.ts'
import { changeLeads } from '../activity/leads-changed.ts'
import { person } from '../activity/record.ts'
import { newId } from '../base/ids.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps, Member } from '../kernel/deps.ts'
import { tellNobody } from '../webhooks/silence.ts'
import { type Judged, judge } from './judge.ts'

/**
 * Imports rows in one transaction. Rows that this import has already seen keep their outcome, so that a batch whose
 * response was lost can be sent again. The leads are shown to colleagues, but not announced.
 */
export function importBatch(
  deps: Deps,
  { organizationId, userId }: Member,
  importId: string,
  batch: ImportBatch,
): Promise<RowVerdict[]> {
  return changeLeads(deps, organizationId, async (tx) => {
    await tellNobody(tx)
    // Prevents two files with the same leads from being imported at the same time.
    await lockOrganization(tx, organizationId)
    const known = await lockImport(tx, organizationId, importId)
    if (known.undone_at) throw new HttpError(409, 'This import was undone')
    const done = await doneRows(tx, organizationId, importId, batch)
    const fresh = batch.rows.filter(({ row }) => !done.has(row))
    if (fresh.length > 0 && known.finished_at) throw new HttpError(409, 'This import has ended')
    const now = deps.clock()
    const judged = await judge(
      tx,
      { organizationId, fileHash: known.file_hash, now },
      { ...batch, rows: onlyOnce(fresh) },
    )
    const stored = judged.map((each) => ({
      ...each,
      leadId: each.verdict.outcome === 'new' ? newId('lead') : null,
    }))
    await insertLeads(tx, { organizationId, userId, now }, stored)
    await insertRows(tx, { organizationId, importId, now }, stored)
    for (const { verdict } of judged) done.set(verdict.row, asImported(verdict))
    return batch.rows.flatMap(({ row }) => done.get(row) ?? [])
  })
}

/** Returns an import and locks it. Rejects with 404 if the organization does not have it. */
export async function lockImport(tx: Kysely<Database>, organizationId: string, importId: string) {
  const found = await tx
    .selectFrom('lead_imports')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new HttpError(404, 'The requested import could not be found.')
  return found
}

const asImported = (verdict: RowVerdict): RowVerdict =>
  verdict.outcome === 'new' ? { ...verdict, outcome: 'imported', keys: [] } : { ...verdict, keys: [] }

const onlyOnce = (rows: ImportBatch['rows']) => [...new Map(rows.map((each) => [each.row, each])).values()]

async function doneRows(
  tx: Kysely<Database>,
  organizationId: string,
  importId: string,
  { rows }: ImportBatch,
): Promise<Map<number, RowVerdict>> {
  const found = await tx
    .selectFrom('lead_import_rows')
    .select(['row', 'outcome', 'reason'])
    .where('organization_id', '=', organizationId)
    .where('import_id', '=', importId)
    .where('row', '=', sql<number>`any(${rows.map(({ row }) => row)}::int[])`)
    .execute()
  return new Map(found.map((each) => [each.row, { ...each, keys: [] }]))
}

type Stored = Judged & { leadId: string | null }

async function insertLeads(
  tx: Kysely<Database>,
  { organizationId, userId, now }: Member & { now: Date },
  stored: readonly Stored[],
): Promise<void> {
  const made = stored.flatMap(({ lead, leadId }) =>
    lead && leadId !== null ? [{ ...lead, id: leadId }] : [],
  )
  if (made.length === 0) return
  await tx
    .insertInto('leads')
    // Marks the leads as changed now, so that old leads are not marked as lost tomorrow.
    .values(made.map((lead) => ({ ...lead, organization_id: organizationId, updated_at: now })))
    .execute()
  const { kind, id: actor } = person(userId)
  await tx
    .insertInto('lead_activity')
    .values(
      made.map(({ id }) => ({
        organization_id: organizationId,
        id: newId('event'),
        lead_id: id,
        type: 'created',
        at: now,
        actor_kind: kind,
        actor_id: actor,
        data: '{}',
      })),
    )
    .execute()
}

async function insertRows(
  tx: Kysely<Database>,
  { organizationId, importId, now }: { organizationId: string; importId: string; now: Date },
  stored: readonly Stored[],
): Promise<void> {
  if (stored.length === 0) return
  await tx
    .insertInto('lead_import_rows')
    .values(
      stored.map(({ verdict, fingerprint, leadId }) => ({
        organization_id: organizationId,
        id: `${importId}:${verdict.row}`,
        import_id: importId,
        row: verdict.row,
        outcome: asImported(verdict).outcome,
        reason: verdict.reason,
        lead_id: leadId,
        fingerprint,
        at: now,
      })),
    )
    .execute()
}
