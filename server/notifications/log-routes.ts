import { type Kysely, sql } from 'kysely'
import {
  getSentMessage,
  listNotifications,
  type Notification,
  openNotification,
  retryNotification,
} from '../../src/contract/notifications.ts'
import { leadLabel } from '../../src/domain/leads/name.ts'
import type { Database } from '../db/schema.ts'
import { boundsOf } from '../http/days.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { pageOf, readPosition } from '../http/pages.ts'
import { recordArrival } from './arrivals.ts'

/** The number of notifications per response. */
const PAGE = 50

/** The time that the log shows for a notification. */
const LISTED_AT = sql<Date>`coalesce(notifications.sent_at, notifications.created_at)`

const unknownNotification = () => new HttpError(404, 'The requested notification could not be found.')

const notificationsOf = (db: Kysely<Database>, organizationId: string) =>
  db
    .selectFrom('notifications')
    .leftJoin('leads', 'leads.id', 'notifications.lead_id')
    .select([
      'notifications.id',
      'notifications.position',
      'notifications.kind',
      'notifications.channel',
      'notifications.audience',
      'notifications.recipient_name',
      'notifications.recipient',
      'notifications.lead_id',
      'notifications.conversation_id',
      'notifications.status',
      'notifications.reason',
      'notifications.attempts',
      'notifications.created_at',
      'notifications.due_at',
      'notifications.sent_at',
      'notifications.delivered_at',
      'notifications.opened_at',
      'notifications.failed_at',
      'leads.prospect_name',
      'leads.contact_name',
      'leads.prospect_email',
      'leads.contact_email',
      'leads.prospect_phone',
      'leads.contact_phone',
      'leads.service_interest',
    ])
    .where('notifications.organization_id', '=', organizationId)

type Row = Awaited<ReturnType<ReturnType<typeof notificationsOf>['execute']>>[number]

function present(row: Row): Notification {
  const label = row.lead_id === null ? null : leadLabel({ ...row, id: row.lead_id })
  return {
    id: row.id,
    kind: row.kind,
    channel: row.channel,
    audience: row.audience,
    recipient_name: row.recipient_name,
    recipient: row.recipient,
    lead_id: row.lead_id,
    lead_name: label?.name ?? null,
    conversation_id: row.conversation_id,
    status: row.status,
    reason: row.reason,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    sent_at: row.sent_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    opened_at: row.opened_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
  }
}

/** Returns a notification of the organization. Rejects with 404 if there is none. */
export async function readNotification(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
): Promise<Notification> {
  const row = await notificationsOf(db, organizationId).where('notifications.id', '=', id).executeTakeFirst()
  if (!row) throw unknownNotification()
  return present(row)
}

/** Mounts the endpoints for the log of notifications, with their messages and retries. */
export function mountNotificationLog(api: Api): void {
  const { deps } = api
  const { db } = deps

  mount(api, listNotifications, async ({ organizationId, query }) => {
    const { since, until } = await boundsOf(db, organizationId, query)
    let listed = notificationsOf(db, organizationId)
      .orderBy('notifications.position', 'desc')
      .limit(PAGE + 1)
    if (query.lead_id) listed = listed.where('notifications.lead_id', '=', query.lead_id)
    if (query.status) listed = listed.where('notifications.status', '=', query.status)
    if (since) listed = listed.where(LISTED_AT, '>=', since)
    if (until) listed = listed.where(LISTED_AT, '<', until)
    if (query.cursor) listed = listed.where('notifications.position', '<', readPosition(query.cursor))
    const { page, next } = pageOf(await listed.execute(), PAGE)
    return { notifications: page.map(present), next_cursor: next }
  })

  mount(api, getSentMessage, async ({ organizationId, params }) => {
    const row = await db
      .selectFrom('notifications')
      .select(['subject', 'text', 'html'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', params.notificationId)
      .executeTakeFirst()
    if (!row) throw unknownNotification()
    return row
  })

  mount(api, retryNotification, async ({ organizationId, params }) => {
    const { kind } = await readNotification(db, organizationId, params.notificationId)
    if (kind === 'recipient_code')
      throw new HttpError(409, 'Send another code in the notification settings instead')
    const queued = await db
      .updateTable('notifications')
      .set({ status: 'queued', reason: null, due_at: null, released_at: null, failed_at: null })
      .where('organization_id', '=', organizationId)
      .where('id', '=', params.notificationId)
      .where('status', '=', 'failed')
      .executeTakeFirst()
    const notification = await readNotification(db, organizationId, params.notificationId)
    if (queued.numUpdatedRows === 0n)
      throw new HttpError(409, 'Only a notification that has failed can be sent again')
    deps.notifier?.wake()
    return notification
  })

  mount(api, openNotification, async ({ organizationId, params }) => {
    // Anyone who follows the link of a notification has received it, even if its provider reported otherwise.
    const isKnown = await recordArrival(deps, { organizationId, id: params.notificationId }, 'opened')
    if (!isKnown) throw unknownNotification()
  })
}
