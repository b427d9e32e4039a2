import type { Insertable } from 'kysely'
import { newId } from '../../server/base/ids.ts'
import type { Database } from '../../server/db/schema.ts'
import type { TestServer } from './server.ts'

/** Stores a notification, by default a sent email about a new lead. Returns its ID. */
export async function notify(
  { deps: { db, clock } }: TestServer,
  fields: Partial<Insertable<Database['notifications']>> & { organization_id: string },
): Promise<string> {
  const id = fields.id ?? newId('sent')
  await db
    .insertInto('notifications')
    .values({
      ...{ id, event: id, kind: 'new_lead', channel: 'email', audience: 'owner', token: id, data: '{}' },
      ...{ recipient: 'ann@example.test', recipient_name: 'Ann', status: 'sent', created_at: clock() },
      ...fields,
    })
    .execute()
  return id
}
