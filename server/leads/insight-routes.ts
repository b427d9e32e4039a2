import { type Kysely, type NotNull, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { QueryOutput } from '../../src/contract/endpoint.ts'
import { getInsights, INSIGHT_PERIODS } from '../../src/contract/insights.ts'
import { type InsightDays, readDays, spanDays, spanLength } from '../../src/domain/dashboard/insight-days.ts'
import { IMPORTED, MANUAL } from '../../src/domain/leads/origin.ts'
import { nextDay, startOfDay, wallClock } from '../../src/domain/time/calendar-day.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { isNotCanceled } from '../calendars/booking-status.ts'
import type { Database } from '../db/schema.ts'
import { invalidDays, zoneOfDays } from '../http/days.ts'
import { type Api, mount } from '../http/mount.ts'
import { bookedLeads, bookingsMade, cameIn } from './figures.ts'
import { isVisitors } from './tests.ts'

/** The maximum number of rows in a list of sources, campaigns, or pages. */
const MOST_ROWS = 20

/** Mounts the endpoint for the insights: where leads and bookings come from, and how fast they are answered. */
export function mountInsights(api: Api): void {
  const { db, clock } = api.deps
  mount(api, getInsights, async ({ organizationId, query }) => {
    const period = await chosenPeriod(db, organizationId, query, clock())
    const { leads, bookings, conversations, medians, origins } = await count(db, organizationId, period)
    const days = period.days.map((day, index) => ({
      day,
      leads: leads.find((row) => row.day === index + 1)?.leads ?? 0,
      bookings: bookings.find((row) => row.day === index + 1)?.bookings ?? 0,
    }))
    const current = leads.filter(({ day }) => day > period.length)
    const sum = (name: keyof (typeof leads)[number]) => current.reduce((all, row) => all + row[name], 0)
    return {
      days: days.slice(-period.length),
      previous: days.slice(0, -period.length),
      response: { ...medians, answered: sum('answered'), waiting: sum('waiting') },
      funnel: {
        conversations,
        leads: sum('leads'),
        reachable: sum('reachable'),
        booked: sum('booked'),
        converted: sum('converted'),
      },
      ...listsOf(origins),
    }
  })
}

interface Period {
  length: number
  /** The calendar days of the previous and the current period, oldest first. */
  days: string[]
  /** The starts of these days, as `timestamptz[]`, so that the database need not know the time zone. */
  starts: string[]
  /** The start of this period. */
  current: Date
  end: Date
}

/** Returns the period that a query chooses. Rejects days that are incomplete, too many, or not over. */
async function chosenPeriod(
  db: Kysely<Database>,
  organizationId: string,
  query: QueryOutput<typeof getInsights>,
  now: Date,
): Promise<Period> {
  const { from = null, to = null, timezone = 'UTC' } = query
  if (from === null && to === null) {
    const period = INSIGHT_PERIODS.find((length) => String(length) === query.days) ?? 30
    return periodOf(spanDays(period, wallClock(now, timezone).day), timezone, now)
  }
  const zone = await zoneOfDays(db, organizationId, query)
  const { days, problem } = readDays({ from, to }, wallClock(now, zone).day)
  if (problem) throw invalidDays(problem)
  return periodOf(days, zone, now)
}

function periodOf(chosen: InsightDays, timeZone: string, now: Date): Period {
  const length = spanLength(chosen)
  const first = Date.parse(`${chosen.from}T00:00:00Z`) - length * DAY_MS
  const days = Array.from({ length: 2 * length }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  )
  const starts = days.map((day) => new Date(startOfDay(day, timeZone)))
  return {
    length,
    days,
    starts: starts.map((start) => start.toISOString()),
    current: starts[length] ?? now,
    end: new Date(startOfDay(nextDay(chosen.to), timeZone)),
  }
}

/** Returns the number of the day that contains a time, starting at 1. */
const dayOf = (column: string, { starts }: Period) =>
  sql<number>`width_bucket(${sql.ref(column)}, ${starts}::timestamptz[])`

/** Counts everything in one statement, which reads the leads of both periods once. */
function count(db: Kysely<Database>, organizationId: string, period: Period) {
  return db
    .with('recent', () => recentLeads(db, organizationId, period))
    .selectNoFrom(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('recent')
          .select([
            'day',
            sql<number>`count(*)`.as('leads'),
            countOf(sql`is_reachable`).as('reachable'),
            countOf(sql`is_booked`).as('booked'),
            countOf(sql`status = 'converted'`).as('converted'),
            countOf(sql`came_in and minutes is not null`).as('answered'),
            countOf(sql`is_waiting`).as('waiting'),
          ])
          .groupBy('day'),
      ).as('leads'),
      jsonArrayFrom(bookingsByDay(db, organizationId, period)).as('bookings'),
      conversationsOf(db, organizationId, period).as('conversations'),
      jsonObjectFrom(
        selectFrom('recent').select([
          medianOf(sql`is_current`).as('median_minutes'),
          medianOf(sql`not is_current`).as('previous_median_minutes'),
        ]),
      )
        .$notNull()
        .as('medians'),
      jsonArrayFrom(selectFrom(leadsByOrigin.as('origin')).selectAll()).as('origins'),
    ])
    .$narrowType<{ conversations: NotNull }>()
    .executeTakeFirstOrThrow()
}

const countOf = (condition: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${condition})`

const medianOf = (rows: RawBuilder<boolean>) => sql<number | null>`
  percentile_cont(0.5) within group (order by minutes) filter (where came_in and minutes is not null and ${rows})`

/** Selects the leads of both periods, reduced to what is counted. */
const recentLeads = (db: Kysely<Database>, organizationId: string, period: Period) =>
  db
    .selectFrom('leads')
    .where('organization_id', '=', organizationId)
    .where(isVisitors)
    .where('created_at', '>=', beginOf(period))
    .where('created_at', '<', period.end)
    .select([
      dayOf('created_at', period).as('day'),
      sql<boolean>`created_at >= ${period.current}::timestamptz`.as('is_current'),
      ...(['status', 'source', 'utm_source', 'utm_medium', 'utm_campaign', 'page'] as const),
      cameIn.as('came_in'),
      sql<number | null>`date_part('epoch', answered_at - created_at) / 60`.as('minutes'),
      sql<boolean>`coalesce(nullif(trim(prospect_phone), ''), nullif(trim(contact_phone), ''),
        nullif(trim(prospect_email), ''), nullif(trim(contact_email), '')) is not null`.as('is_reachable'),
      sql<boolean>`booking_start_time is not null and ${isNotCanceled}`.as('is_booked'),
      // Like the list, which doesn't know the imports: an imported lead waits if its file names a source.
      sql<boolean>`status = 'new' and answered_at is null and source not in (${MANUAL}, ${IMPORTED})`.as(
        'is_waiting',
      ),
    ])

const beginOf = ({ starts, current }: Period) => new Date(starts[0] ?? current)

const bookingsByDay = (db: Kysely<Database>, organizationId: string, period: Period) =>
  bookingsMade(db, organizationId, beginOf(period), period.end)
    .select([dayOf('lead_activity.at', period).as('day'), bookedLeads.as('bookings')])
    .groupBy('day')

/** Counts the conversations of this period in which a visitor wrote. */
const conversationsOf = (db: Kysely<Database>, organizationId: string, { current, end }: Period) =>
  db
    .selectFrom('conversations')
    .where('organization_id', '=', organizationId)
    .where('is_test', '=', false)
    .where('created_at', '>=', current)
    .where('created_at', '<', end)
    .where('last_message_at', 'is not', null)
    .select(sql<number>`count(*)::int`.as('count'))

interface Origin {
  kind: number
  source: string
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  page: string
  leads: number
  converted: number
}

/** The leads of this period, counted by each kind of origin, most leads first. Leads without an origin are omitted. */
const leadsByOrigin = sql<Origin>`(
  select * from (
    select *, row_number() over (partition by kind order by leads desc, source, utm_source, utm_medium, utm_campaign, page)
      as place
    from (
      select source, utm_source, utm_medium, utm_campaign, page,
        grouping(source, utm_source, page) as kind,
        count(*) as leads, count(*) filter (where status = 'converted') as converted
      from recent where is_current
      group by grouping sets ((source), (utm_source, utm_medium, utm_campaign), (page))
    ) as counted
    where coalesce(source, utm_source, utm_medium, utm_campaign, page) is not null
  ) as placed
  where place <= ${MOST_ROWS} order by place)`

/** Separates origins by kind: the bits of `grouping` identify the columns that a row is not grouped by. */
function listsOf(origins: readonly Origin[]) {
  const of = (kind: number) => origins.filter((row) => row.kind === kind)
  return {
    sources: of(0b011).map(({ source, leads, converted }) => ({ source, leads, converted })),
    utm: of(0b101).map(({ utm_source, utm_medium, utm_campaign, leads, converted }) => ({
      source: utm_source,
      medium: utm_medium,
      campaign: utm_campaign,
      leads,
      converted,
    })),
    pages: of(0b110).map(({ page, leads, converted }) => ({ page, leads, converted })),
  }
}
