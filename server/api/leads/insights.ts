import { type Kysely, sql } from 'kysely'
import { getInsights } from '../../../src/contract/insights.ts'
import { nextDay, startOfDay, wallClock } from '../../../src/domain/time/calendar-day.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { CANCELED } from '../../booking-status.ts'
import type { Database } from '../../db/schema.ts'
import { type Api, mount } from '../mount.ts'
import { MADE_BY_HAND } from './leads.ts'

/** Rows of a list of sources, campaigns, or pages. */
const MOST_ROWS = 20

/** Where leads and bookings come from, and how fast they are answered. */
export function mountInsights(api: Api): void {
  const { db, clock } = api.deps
  mount(api, getInsights, async ({ organizationId, query }) => {
    const period = periodOf(Number(query.days), query.timezone ?? 'UTC', clock())
    const [leads, bookings, response, funnel, { sources, utm, pages }] = await Promise.all([
      leadsByDay(db, organizationId, period),
      bookingsByDay(db, organizationId, period),
      responseTimes(db, organizationId, period),
      funnelOf(db, organizationId, period),
      leadsByOrigin(db, organizationId, period),
    ])
    const days = period.days.map((day, index) => ({
      day,
      leads: leads.get(index + 1) ?? 0,
      bookings: bookings.get(index + 1) ?? 0,
    }))
    return {
      days: days.slice(-period.length),
      previous: days.slice(0, -period.length),
      response,
      funnel,
      sources: sources.map(({ source, leads, converted }) => ({ source, leads, converted })),
      utm: utm.map(({ utm_source, utm_medium, utm_campaign, leads, converted }) => ({
        source: utm_source,
        medium: utm_medium,
        campaign: utm_campaign,
        leads,
        converted,
      })),
      pages: pages.map(({ page, leads, converted }) => ({ page: page ?? '', leads, converted })),
    }
  })
}

interface Period {
  length: number
  /** The calendar days of the previous and of this period, oldest first. */
  days: string[]
  /** The starts of these days, as `timestamptz[]`. The database need not know the time zone. */
  starts: string[]
  /** The start of this period. */
  current: Date
  end: Date
}

function periodOf(length: number, timeZone: string, now: Date): Period {
  const today = wallClock(now, timeZone).day
  const first = Date.parse(`${today}T00:00:00Z`) - (2 * length - 1) * DAY_MS
  const days = Array.from({ length: 2 * length }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  )
  const starts = days.map((day) => new Date(startOfDay(day, timeZone)))
  return {
    length,
    days,
    starts: starts.map((start) => start.toISOString()),
    current: starts[length] ?? now,
    end: new Date(startOfDay(nextDay(today), timeZone)),
  }
}

/** The number of the day of a time, from 1. */
const dayOf = (column: string, { starts }: Period) =>
  sql<number>`width_bucket(${sql.ref(column)}, ${starts}::timestamptz[])`

const leadsWithin = (db: Kysely<Database>, organizationId: string, from: Date, end: Date) =>
  db
    .selectFrom('leads')
    .where('leads.organization_id', '=', organizationId)
    .where('leads.created_at', '>=', from)
    .where('leads.created_at', '<', end)

const beginOf = ({ starts, current }: Period) => new Date(starts[0] ?? current)

const byDay = (rows: { day: number; count: unknown }[]) =>
  new Map(rows.map(({ day, count }) => [Number(day), Number(count)]))

async function leadsByDay(db: Kysely<Database>, organizationId: string, period: Period) {
  const rows = await leadsWithin(db, organizationId, beginOf(period), period.end)
    .select((lead) => [dayOf('leads.created_at', period).as('day'), lead.fn.countAll().as('count')])
    .groupBy('day')
    .execute()
  return byDay(rows)
}

async function bookingsByDay(db: Kysely<Database>, organizationId: string, period: Period) {
  const rows = await db
    .selectFrom('lead_activity')
    .innerJoin('leads', 'leads.id', 'lead_activity.lead_id')
    .where('lead_activity.organization_id', '=', organizationId)
    .where('lead_activity.type', '=', sql.lit('booked'))
    .where('lead_activity.at', '>=', beginOf(period))
    .where('lead_activity.at', '<', period.end)
    .where(sql<boolean>`leads.booking_status is distinct from ${CANCELED}`)
    .select((row) => [
      dayOf('lead_activity.at', period).as('day'),
      row.fn.count('lead_activity.lead_id').distinct().as('count'),
    ])
    .groupBy('day')
    .execute()
  return byDay(rows)
}

async function responseTimes(db: Kysely<Database>, organizationId: string, period: Period) {
  const isCurrent = sql<boolean>`leads.created_at >= ${period.current}::timestamptz`
  const median = (rows: ReturnType<typeof sql<boolean>>) => sql<number | null>`
    percentile_cont(0.5) within group (order by extract(epoch from answered_at - leads.created_at) / 60)
    filter (where answered_at is not null and ${rows})`
  const row = await leadsWithin(db, organizationId, beginOf(period), period.end)
    .where('source', '!=', MADE_BY_HAND)
    .select([
      median(isCurrent).as('median_minutes'),
      median(sql<boolean>`not ${isCurrent}`).as('previous_median_minutes'),
      sql<number>`count(*) filter (where answered_at is not null and ${isCurrent})`.as('answered'),
      sql<number>`count(*) filter (where answered_at is null and status = 'new' and ${isCurrent})`.as(
        'waiting',
      ),
    ])
    .executeTakeFirstOrThrow()
  const { median_minutes, previous_median_minutes, answered, waiting } = row
  return {
    median_minutes: median_minutes === null ? null : Number(median_minutes),
    previous_median_minutes: previous_median_minutes === null ? null : Number(previous_median_minutes),
    answered: Number(answered),
    waiting: Number(waiting),
  }
}

async function funnelOf(db: Kysely<Database>, organizationId: string, { current, end }: Period) {
  const [conversations, leads] = await Promise.all([
    db
      .selectFrom('conversations')
      .select((row) => row.fn.countAll().as('count'))
      .where('organization_id', '=', organizationId)
      .where('created_at', '>=', current)
      .where('created_at', '<', end)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.conversation_id', '=', 'conversations.id')
            .where('message_type', '=', 'incoming'),
        ),
      )
      .executeTakeFirstOrThrow(),
    leadsWithin(db, organizationId, current, end)
      .select([
        sql<number>`count(*)`.as('leads'),
        sql<number>`count(*) filter (where nullif(trim(concat(
          prospect_phone, contact_phone, prospect_email, contact_email)), '') is not null)`.as('reachable'),
        sql<number>`count(*) filter (where booking_start_time is not null
          and booking_status is distinct from ${CANCELED})`.as('booked'),
        sql<number>`count(*) filter (where status = 'converted')`.as('converted'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return {
    conversations: Number(conversations.count),
    leads: Number(leads.leads),
    reachable: Number(leads.reachable),
    booked: Number(leads.booked),
    converted: Number(leads.converted),
  }
}

interface Origins {
  source: string
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  page: string | null
}

/**
 * Counts the leads of the period by each kind of origin, most leads first; leads without any are left out. One statement,
 * so that the leads are read once.
 */
async function leadsByOrigin(db: Kysely<Database>, organizationId: string, { current, end }: Period) {
  const { rows } = await sql<Origins & { kind: number; leads: unknown; converted: unknown }>`
    select * from (
      select *, row_number() over (partition by kind order by leads desc, source, utm_source, utm_medium, utm_campaign, page)
        as place
      from (
        select source, utm_source, utm_medium, utm_campaign, page,
          grouping(source, utm_source, page) as kind,
          count(*) as leads, count(*) filter (where status = 'converted') as converted
        from leads
        where organization_id = ${organizationId} and created_at >= ${current} and created_at < ${end}
        group by grouping sets ((source), (utm_source, utm_medium, utm_campaign), (page))
      ) as counted
      where coalesce(source, utm_source, utm_medium, utm_campaign, page) is not null
    ) as placed
    where place <= ${MOST_ROWS} order by place`.execute(db)
  const of = (kind: number) =>
    rows
      .filter((row) => Number(row.kind) === kind)
      .map((row) => ({ ...row, leads: Number(row.leads), converted: Number(row.converted) }))
  // The bits of `grouping` name the columns that a row is not grouped by.
  return { sources: of(0b011), utm: of(0b101), pages: of(0b110) }
}
