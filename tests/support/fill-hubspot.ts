import type { Kysely } from 'kysely'
import type { Database } from '../../server/db/schema.ts'
import { DEFAULT_FIELD_MAP } from '../../src/contract/hubspot.ts'

/** Stores a connection with the tokens `zsealed`, and a transfer with the detail `zdetail`. */
export async function fillHubspot(db: Kysely<Database>, organization_id: string, at: Date): Promise<void> {
  await db
    .insertInto('hubspot_connections')
    .values({
      ...{ organization_id, portal_id: '7', tokens: 'zsealed', expires_at: at },
      field_map: JSON.stringify(DEFAULT_FIELD_MAP),
    })
    .execute()
  const done = { direction: 'out', kind: 'note', status: 'done', detail: 'zdetail' } as const
  await db
    .insertInto('hubspot_transfers')
    .values({ id: 'ztransfer', organization_id, at, ...done })
    .execute()
}
