import { type Kysely, type SqlBool, sql } from 'kysely'
import { MOST_COUNTED } from '../../../src/contract/conversations.ts'
import type { Lead } from '../../../src/contract/leads.ts'
import type { GoLive } from '../../../src/domain/billing/go-live.ts'
import { ALARM_STARTS } from '../../../src/domain/leads/agent-notes.ts'
import { jobAddress } from '../../../src/domain/leads/bookings.ts'
import { nextDay, startOfDay } from '../../../src/domain/time/calendar-day.ts'
import { knownZone } from '../../../src/domain/time/format-by-zone.ts'
import { cityIn } from '../../agent/area.ts'
import { isNotCanceled } from '../../calendars/booking-status.ts'
import { endedConnections, unreadableCalendars } from '../../connections/ended.ts'
import { inboxCounts } from '../../conversations/inbox.ts'
import type { Database } from '../../db/schema.ts'
import type { Config } from '../../kernel/config.ts'
import { bookedLeads, bookingsMade, cameIn } from '../../leads/figures.ts'
import { LEAD_COLUMNS } from '../../leads/lead-columns.ts'
import { isVisitors } from '../../leads/tests.ts'
import { readGoLive } from '../../organizations/go-live.ts'
import type { Row } from './facts.ts'
import { rankOf } from './marked-lead.ts'
import { line, readInstant } from './words.ts'

/** How many leads or calls an email lists at most. */
const LISTED = 20
const CITY_LENGTH = 60
/** Matches the agent's notes about dangers and about what can't wait. */
const ALARMED = `(^|\n)(${ALARM_STARTS.join('|')}): `

/** A lead in a list. */
export interface Listed {
  lead: Lead
  city: string | null
}

export interface Digest {
  count: number
  /** The first {@link LISTED}, emergencies first, then oldest first. */
  leads: Listed[]
}

const listed = (lead: Lead): Listed => {
  const address = jobAddress(lead)
  const city = address === null ? null : cityIn(address)
  return { lead, city: city === null ? null : line(city, CITY_LENGTH) }
}

/**
 * Reads the leads since the digest's first lead, up to the end of the digest if it has one. Excludes the leads that its
 * recipient was already notified about by the same channel, and those that did not come in by themselves.
 */
export async function readDigest(db: Kysely<Database>, row: Row): Promise<Digest> {
  const recipient = row.device_id ?? row.recipient ?? row.person_id ?? ''
  const until = readInstant(row.data.until)
  let unreported = db
    .selectFrom('leads')
    .where('leads.organization_id', '=', row.organization_id)
    .where('leads.created_at', '>=', readInstant(row.data.since) ?? row.created_at)
    .where(cameIn)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notifications')
            .select('notifications.id')
            .whereRef('notifications.lead_id', '=', 'leads.id')
            .where('kind', '=', 'new_lead')
            .where('channel', '=', row.channel)
            .where(sql<SqlBool>`coalesce(device_id, recipient, person_id, '') = ${recipient}`),
        ),
      ),
    )
  if (until) unreported = unreported.where('leads.created_at', '<', until)
  const { count } = await unreported.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
  const leads: Lead[] = await unreported
    .select(LEAD_COLUMNS)
    .orderBy(sql`coalesce(leads.service_additional_info ~ ${ALARMED}, false)`, 'desc')
    .orderBy('leads.created_at')
    .orderBy('leads.id')
    .limit(LISTED)
    .execute()
  return {
    count: Number(count),
    leads: leads.toSorted((a, b) => rankOf(a) - rankOf(b)).map(listed),
  }
}

/** The figures for a day in the business's time zone. */
export interface Summary {
  leads: number
  conversations: number
  booked: number
  /** The number of visitors who are currently waiting for a person, at most {@link MOST_COUNTED}. */
  waiting: number
  callsNextDay: number
  /** The services that no longer accept their connection. */
  ended: string[]
  /** The hosts of the calendars that could not be read for hours. */
  unreadable: string[]
  goLive: GoLive
  /** The first {@link LISTED} calls of the next day. */
  calls: Listed[]
}

/** Reads the figures for a day (YYYY-MM-DD), the calls of the next day, and whether the widget is live at `now`. */
export async function readSummary(
  db: Kysely<Database>,
  config: Pick<Config, 'isFree'>,
  organizationId: string,
  day: string,
  timezone: string | null,
  now: Date,
): Promise<Summary> {
  const zone = knownZone(timezone)
  const tomorrow = nextDay(day)
  const startOf = (each: string) => new Date(startOfDay(each, zone))
  const from = startOf(day)
  const to = startOf(tomorrow)
  const end = startOf(nextDay(tomorrow))
  const calls = db
    .selectFrom('leads')
    .where('leads.organization_id', '=', organizationId)
    .where('leads.booking_start_time', '>=', to)
    .where('leads.booking_start_time', '<', end)
    .where(isVisitors)
    .where(isNotCanceled)
  const count = (table: 'leads' | 'conversations') =>
    db
      .selectFrom(table as 'leads')
      .where('organization_id', '=', organizationId)
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .where('is_test', '=', false)
      .select(({ fn }) => fn.countAll().as('count'))
  const numbers = await db
    .selectNoFrom(() => [
      count('leads').as('leads'),
      count('conversations').where(sql<SqlBool>`last_message_at is not null`).as('conversations'),
      bookingsMade(db, organizationId, from, to).select(bookedLeads.as('count')).as('booked'),
      calls.select(({ fn }) => fn.countAll().as('count')).as('calls'),
    ])
    .executeTakeFirstOrThrow()
  const next: Lead[] = await calls
    .select(LEAD_COLUMNS)
    .orderBy('leads.booking_start_time')
    .limit(LISTED)
    .execute()
  const { needs_person } = await inboxCounts(db, organizationId)
  return {
    leads: Number(numbers.leads),
    conversations: Number(numbers.conversations),
    booked: Number(numbers.booked),
    waiting: Math.min(needs_person, MOST_COUNTED),
    callsNextDay: Number(numbers.calls),
    ended: await endedConnections(db, organizationId),
    unreadable: await unreadableCalendars(db, organizationId),
    goLive: await readGoLive(db, config, organizationId, now),
    calls: next.map(listed),
  }
}
