import { type Kysely, type Selectable, sql } from 'kysely'
import { KEY_ID } from '../base/ids.ts'
import type { NotificationsTable } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'

/**
 * Returns whether a member has opened an alert since it was planned, has acted on its lead since then, or has read its
 * conversation. Changes made with an API key don't count, except for a call that they report.
 */
export async function isHandled(
  db: Kysely<Database>,
  row: Pick<
    Selectable<NotificationsTable>,
    'organization_id' | 'event' | 'lead_id' | 'conversation_id' | 'created_at'
  >,
): Promise<boolean> {
  const { rows } = await sql<{ handled: boolean }>`
    select exists (
      select from notifications
      where organization_id = ${row.organization_id} and event = ${row.event} and opened_at is not null
    ) or exists (
      select from conversations where id = ${row.conversation_id} and unread = 0 and last_message_at is not null
    ) or exists (
      select from lead_activity
      where lead_id = ${row.lead_id} and actor_kind = 'person' and at >= ${row.created_at}
        and (type = 'called' or not starts_with(coalesce(actor_id, ''), ${`${KEY_ID}_`}))
    ) as handled`.execute(db)
  return rows[0]?.handled ?? false
}
