import type { Insertable, Kysely, Selectable } from 'kysely'
import { newId } from '../../server/base/ids.ts'
import type { NotificationsTable } from '../../server/db/notification-schema.ts'
import type { Database } from '../../server/db/schema.ts'

/** Stores a notification, by default an email to the owner. Returns its row. */
export async function addNotification(
  db: Kysely<Database>,
  fields: Partial<Insertable<NotificationsTable>> &
    Pick<Insertable<NotificationsTable>, 'organization_id' | 'kind'> & { created_at: Date },
): Promise<Selectable<NotificationsTable>> {
  const id = newId('notification')
  return db
    .insertInto('notifications')
    .values({
      id,
      event: `${fields.kind}:${id}`,
      channel: 'email',
      audience: 'owner',
      recipient: 'owner@fieldhand.test',
      recipient_name: 'Olive Owner',
      token: newId('token'),
      status: 'queued',
      data: JSON.stringify({}),
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
