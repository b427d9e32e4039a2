import { type Kysely, sql } from 'kysely'
import type { TransferKind } from '../../src/contract/hubspot.ts'
import { newId } from '../base/ids.ts'
import type { Database } from '../db/schema.ts'

export interface LoggedTransfer {
  kind: TransferKind
  leadId?: string | null
  direction?: 'out' | 'in'
  status?: 'done' | 'failed'
  detail?: string | null
}

/** Logs transfers, in order. Omits transfers of leads that were erased. */
export async function logTransfers(
  db: Kysely<Database>,
  organizationId: string,
  at: Date,
  transfers: readonly LoggedTransfer[],
): Promise<void> {
  if (transfers.length === 0) return
  const rows = transfers.map(
    ({ kind, leadId = null, direction = 'out', status = 'done', detail = null }) => ({
      ...{ id: newId('transfer'), organization_id: organizationId, lead_id: leadId, at: at.toISOString() },
      ...{ direction, kind, status, detail },
    }),
  )
  await sql`with kept as (
      select id from leads where id in (select value->>'lead_id' from jsonb_array_elements(${JSON.stringify(rows)}::jsonb))
      for key share)
    insert into hubspot_transfers (id, organization_id, lead_id, at, direction, kind, status, detail)
    select row.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id text, organization_id text,
      lead_id text, at timestamptz, direction text, kind text, status text, detail text)
    where lead_id is null or lead_id in (select id from kept)`.execute(db)
}
