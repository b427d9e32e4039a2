import type { Kysely } from 'kysely'
import type { TransferKind } from '../../src/contract/hubspot.ts'
import type { Database } from '../db/schema.ts'
import { newId } from '../ids.ts'

export interface LoggedTransfer {
  kind: TransferKind
  leadId?: string | null
  direction?: 'out' | 'in'
  status?: 'done' | 'failed'
  detail?: string | null
}

/** Stores what was transferred, in order. */
export async function logTransfers(
  db: Kysely<Database>,
  organizationId: string,
  at: Date,
  transfers: readonly LoggedTransfer[],
): Promise<void> {
  if (transfers.length === 0) return
  await db
    .insertInto('hubspot_transfers')
    .values(
      transfers.map(({ kind, leadId = null, direction = 'out', status = 'done', detail = null }) => ({
        id: newId('transfer'),
        organization_id: organizationId,
        lead_id: leadId,
        at,
        direction,
        kind,
        status,
        detail,
      })),
    )
    .execute()
}
