import { type Kysely, type Selectable, sql } from 'kysely'
import type { LeadImport } from '../../src/contract/lead-imports.ts'
import type { Database } from '../db/schema.ts'

type Row = Selectable<Database['lead_imports']>

/** An import with the counts of its rows, and the id of the member who began it. */
export type StoredImport = Omit<LeadImport, 'created_by'> & { userId: string }

/** Returns imports with the counts of their rows, newest first. */
export async function readImports(
  db: Kysely<Database>,
  organizationId: string,
  which: { id: string } | { since: Date },
): Promise<StoredImport[]> {
  const imports = await db
    .selectFrom('lead_imports')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where((row) => ('id' in which ? row('id', '=', which.id) : row('created_at', '>', which.since)))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_IMPORTS)
    .execute()
  if (imports.length === 0) return []
  const counts = await db
    .selectFrom('lead_import_rows')
    .select([
      'import_id',
      'outcome',
      sql<number>`count(*)::int`.as('rows'),
      sql<number>`count(lead_id)::int`.as('leads'),
    ])
    .where('organization_id', '=', organizationId)
    .where(
      'import_id',
      'in',
      imports.map(({ id }) => id),
    )
    .groupBy(['import_id', 'outcome'])
    .execute()
  return imports.map((one) =>
    withCounts(
      one,
      counts.filter(({ import_id }) => import_id === one.id),
    ),
  )
}

const MOST_IMPORTS = 50

function withCounts(
  one: Row,
  counts: readonly { outcome: string; rows: number; leads: number }[],
): StoredImport {
  const find = (outcome: string) => counts.find((each) => each.outcome === outcome)
  const of = (outcome: string) => find(outcome)?.rows ?? 0
  const [removed, changed, tasks] = [of('removed'), of('changed'), of('tasks')]
  return {
    id: one.id,
    userId: one.created_by,
    file_name: one.file_name,
    file_hash: one.file_hash,
    rows: one.rows,
    created_at: one.created_at.toISOString(),
    finished_at: one.finished_at?.toISOString() ?? null,
    undone_at: one.undone_at?.toISOString() ?? null,
    imported: of('imported') + removed + changed + tasks,
    present: { email: of('email'), phone: of('phone'), row: of('row') },
    refused: of('refused'),
    removed,
    changed,
    tasks,
    undoable: find('imported')?.leads ?? 0,
  }
}
