import { type Kysely, type SqlBool, sql } from 'kysely'
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../src/contract/notification-settings.ts'
import { minutesOf, plus } from '../../src/domain/settings/business-hours.ts'
import { instantsOn, startOfDay, wallClock } from '../../src/domain/time/calendar-day.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'
import { isNotCanceled } from '../calendars/booking-status.ts'
import type { Database } from '../db/schema.ts'
import type { Config } from '../kernel/config.ts'
import type { Deps } from '../kernel/deps.ts'
import { isVisitors } from '../leads/tests.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { ownersOf } from './plan.ts'
import { fresh, insertNotifications } from './planning.ts'
import { readNotificationSettings } from './stored-settings.ts'

/** How many minutes late a summary can still be sent, for example after a restart. */
const LATEST_MINUTES = 180

/**
 * Returns the day whose summary, due at `time` in a zone, must be planned now, or null if it is too early or too late.
 * A summary that is due late in the evening can be planned after midnight.
 */
function dayToReport(now: Date, zone: string, time: string): string | null {
  const earlier = new Date(now.getTime() - LATEST_MINUTES * MINUTE_MS)
  const day = wallClock(now, zone).day
  for (const each of new Set([day, wallClock(earlier, zone).day])) {
    const [due] = instantsOn(each, [minutesOf(time)], zone)
    // The time doesn't exist if a clock change skips it.
    const at = due ?? startOfDay(each, zone) + minutesOf(time) * MINUTE_MS
    if (at <= now.getTime() && at >= earlier.getTime()) return each
  }
  return null
}

interface Due {
  time: string
  zone: string
  day: string
  /** The period with news: at least the day and the next one, whose calls the summary lists, and 24 hours around now. */
  since: Date
  until: Date
}

/** Plans the daily summary of each organization for which it is due, if there is anything to report for that day. */
export async function planSummaries(
  tx: Kysely<Database>,
  deps: Pick<Deps, 'senders' | 'directory'> & { config: Pick<Config, 'isFree'> },
  now: Date,
): Promise<void> {
  const times = await organizationsByTime(tx)
    .select([TIME.as('time'), ZONE.as('zone')])
    .distinct()
    .execute()
  const due = times.flatMap(({ time, zone }): Due[] => {
    const known = knownZone(zone)
    const day = dayToReport(now, known, time)
    if (day === null) return []
    const since = new Date(Math.min(startOfDay(day, known), now.getTime() - DAY_MS))
    const until = new Date(Math.max(startOfDay(plus(day, 2), known), now.getTime() + DAY_MS))
    return [{ time, zone, day, since, until }]
  })
  if (due.length === 0) return
  for (const { id, day } of await unplanned(tx, deps.config, due, now))
    await planSummary(tx, deps, id, day, now)
}

const TIME = sql<string>`coalesce(
  notification_settings.fields->>'summary_time', ${DEFAULT_NOTIFICATION_SETTINGS.summary_time})`
const ZONE = sql<string>`coalesce(profiles.fields->>'timezone', '')`

const organizationsByTime = (tx: Kysely<Database>) =>
  tx
    .selectFrom('organizations')
    .leftJoin('notification_settings', 'notification_settings.organization_id', 'organizations.id')
    .leftJoin('profiles', 'profiles.organization_id', 'organizations.id')

/** Returns the organizations that have one of these times, have news, and don't have a summary of the day yet. */
function unplanned(
  tx: Kysely<Database>,
  { isFree = false }: Pick<Config, 'isFree'>,
  due: readonly Due[],
  now: Date,
) {
  const days = sql<Due>`jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as due (
    time text, zone text, day text, since timestamptz, until timestamptz)`
  return organizationsByTime(tx)
    .innerJoin(sql<Due>`(select * from ${days})`.as('due'), (join) =>
      join.on(sql<SqlBool>`due.time = ${TIME} and due.zone = ${ZONE}`),
    )
    .select(['organizations.id', 'due.day'])
    .where(hasNews(now, isFree))
    .where(sql<SqlBool>`not exists (select from notifications
      where organization_id = organizations.id and event = 'daily_summary:' || due.day)`)
    .execute()
}

/** Whether there was a visitor or is a call in the period with news, or a trial that matters ends soon or has just ended. */
const hasNews = (now: Date, isFree: boolean) => sql<SqlBool>`(
  exists (select from conversations where organization_id = organizations.id
    and last_message_at >= due.since and not is_test)
  or exists (select from leads where organization_id = organizations.id
    and created_at >= due.since and ${isVisitors})
  or exists (select from leads where organization_id = organizations.id
    and booking_start_time >= ${now} and booking_start_time < due.until
    and ${isNotCanceled} and ${isVisitors})
  or (not ${isFree} and subscription_status = 'trialing'
    and trial_ends_at between ${new Date(now.getTime() - DAY_MS)} and ${new Date(now.getTime() + 3 * DAY_MS)}))`

async function planSummary(
  tx: Kysely<Database>,
  deps: Pick<Deps, 'senders' | 'directory'>,
  organizationId: string,
  day: string,
  now: Date,
): Promise<void> {
  const settings = await readNotificationSettings(tx, organizationId)
  const profile = await readProfile(tx, organizationId)
  const planning = { tx, deps, now, settings, profile }
  const owners = await ownersOf(planning, organizationId, 'daily_summary')
  await insertNotifications(
    tx,
    owners.map(({ delayMs: _, ...columns }) => ({
      ...fresh(now),
      ...columns,
      organization_id: organizationId,
      event: `daily_summary:${day}`,
      kind: 'daily_summary',
      audience: 'owner',
      data: JSON.stringify({ day }),
    })),
  )
}
