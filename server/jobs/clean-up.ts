import { type Kysely, sql } from 'kysely'
import { DELIVERIES_KEPT_DAYS } from '../../src/contract/webhooks.ts'
import { REVOKED_KEPT_DAYS } from '../api-keys/routes.ts'
import type { Database } from '../db/schema.ts'
import { JOURNAL_KEPT_DAYS } from '../journal/entries.ts'
import { REMOVALS_KEPT_DAYS } from '../leads/changes-feed.ts'
import { CODES_COUNTED_DAYS } from '../notifications/recipients/request-code.ts'
import { daysBefore } from './retention.ts'

/** Days after which the texts of notifications are erased, and days after which their log entries and links are erased. */
const NOTIFICATIONS_KEPT_DAYS = { texts: 30, log: 180 } as const
/** Days after which the messages that limits count, and recipients of alerts that are no longer saved, are deleted. */
const RECENT_DAYS = 2
/** Days after which it is forgotten which business a number meant with its texts. */
const ROUTES_KEPT_DAYS = 30
/** Days after which alerts that could be answered, and what their numbers did, are forgotten. */
const ALERTS_KEPT_DAYS = 3
/** Days after which missed calls are forgotten. */
const CALLS_KEPT_DAYS = 30
/** Days after which transfers are removed from HubSpot's log. Failures stay until they are retried. */
const TRANSFERS_KEPT_DAYS = 90

/**
 * Deletes expired data: abandoned connection attempts, old rate limit counters, and ids of leads that were removed long
 * ago. The database's clock determines the age of these ids, as it does for cursors.
 */
export async function cleanUp(db: Kysely<Database>, now: Date): Promise<{ states: number; limits: number }> {
  const states = await db.deleteFrom('oauth_states').where('expires_at', '<=', now).executeTakeFirst()
  await db.deleteFrom('preview_passes').where('expires_at', '<=', now).execute()
  await cleanRecipients(db, now)
  await db.deleteFrom('missed_calls').where('at', '<', daysBefore(now, CALLS_KEPT_DAYS)).execute()
  const oldAlerts = daysBefore(now, ALERTS_KEPT_DAYS)
  await db.deleteFrom('alert_talks').where('touched_at', '<', oldAlerts).execute()
  await db.deleteFrom('text_alerts').where('opened_at', '<', oldAlerts).execute()
  await db.deleteFrom('text_routes').where('at', '<', daysBefore(now, ROUTES_KEPT_DAYS)).execute()
  await db
    .deleteFrom('lead_removals')
    .where('removed_at', '<', sql<Date>`now() - make_interval(days => ${REMOVALS_KEPT_DAYS})`)
    .execute()
  await cleanJournal(db)
  // The embedded database does not update its statistics automatically. Without them, it plans slow queries.
  await sql`analyze`.execute(db)
  const limits = await db.deleteFrom('rate_limits').where('expire', '<=', now.getTime()).executeTakeFirst()
  return { states: Number(states.numDeletedRows), limits: Number(limits.numDeletedRows) }
}

/**
 * Deletes the requests for codes and the sent messages that no limit counts any more, and the recipients of alerts that
 * the settings no longer contain.
 */
async function cleanRecipients(db: Kysely<Database>, now: Date): Promise<void> {
  const old = daysBefore(now, RECENT_DAYS)
  await db.deleteFrom('code_requests').where('at', '<', daysBefore(now, CODES_COUNTED_DAYS)).execute()
  await db.deleteFrom('sent_messages').where('at', '<', old).execute()
  await sql`delete from alert_recipients r where added_at < ${old}
    and not exists (
      select from notification_settings s, jsonb_path_query(s.fields, '$.people[*]') as person
      where s.organization_id = r.organization_id
        and (lower(trim(person ->> 'email')) = r.address or person ->> 'phone' = r.address)
    )
    and not exists (
      select from profiles p
      where p.organization_id = r.organization_id and lower(trim(p.fields ->> 'escalation_email')) = r.address
    )`.execute(db)
}

/**
 * Deletes old entries of the journal: those that it has, once every backup that is made contains their effect, and those
 * that it never got, for example because there is none. The database's clock determines their age, as it sets their
 * time.
 */
async function cleanJournal(db: Kysely<Database>): Promise<void> {
  const { appended, waiting } = JOURNAL_KEPT_DAYS
  await sql`delete from journal_entries where appended_at is not null
    and at < now() - make_interval(days => ${sql.lit(appended)})`.execute(db)
  await sql`delete from journal_entries where appended_at is null
    and at < now() - make_interval(days => ${sql.lit(waiting)})`.execute(db)
}

/**
 * Erases webhook deliveries that are old, and API keys that were revoked long ago, as of `trusted`. Returns the counts.
 */
export async function eraseOldDeliveries(
  db: Kysely<Database>,
  trusted: Date,
): Promise<{ deliveries: number; keys: number }> {
  const deliveries = await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<=', daysBefore(trusted, DELIVERIES_KEPT_DAYS))
    .executeTakeFirst()
  const keys = await db
    .deleteFrom('api_keys')
    .where('revoked_at', '<=', daysBefore(trusted, REVOKED_KEPT_DAYS))
    .executeTakeFirst()
  return { deliveries: Number(deliveries.numDeletedRows), keys: Number(keys.numDeletedRows) }
}

/** Erases the texts of notifications, their log entries, and unsubscribe links that are old as of `trusted`. Returns the counts. */
export async function eraseOldNotifications(
  db: Kysely<Database>,
  trusted: Date,
): Promise<{ texts: number; notifications: number }> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('created_at', '<=', daysBefore(trusted, NOTIFICATIONS_KEPT_DAYS.log))
    .executeTakeFirst()
  await db
    .deleteFrom('erased_mails')
    .where('at', '<=', daysBefore(trusted, NOTIFICATIONS_KEPT_DAYS.log))
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ subject: null, text: null, html: null })
    .where('created_at', '<=', daysBefore(trusted, NOTIFICATIONS_KEPT_DAYS.texts))
    .where(({ or, eb }) =>
      or([eb('subject', 'is not', null), eb('text', 'is not', null), eb('html', 'is not', null)]),
    )
    .executeTakeFirst()
  return { texts: Number(numUpdatedRows), notifications: Number(numDeletedRows) }
}

/** Erases transfers to HubSpot that are old as of `trusted`. Returns the count. */
export async function eraseOldTransfers(db: Kysely<Database>, trusted: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('hubspot_transfers')
    .where('at', '<=', daysBefore(trusted, TRANSFERS_KEPT_DAYS))
    .where('status', 'in', ['done', 'retried'])
    .executeTakeFirst()
  return Number(numDeletedRows)
}
