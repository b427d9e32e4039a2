import { type Kysely, type SqlBool, sql } from 'kysely'
import type { CalendarServiceName } from '../db/calendar-schema.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'

export const CALENDAR_NAMES: Record<CalendarServiceName, string> = {
  calcom: 'Cal.com',
  google: 'Google Calendar',
}

/** Returns the display names of the services that no longer accept an organization's connection, HubSpot first. */
export async function endedConnections(db: Kysely<Database>, organizationId: string): Promise<string[]> {
  const hubspot = await db
    .selectFrom('hubspot_connections')
    .select('organization_id')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'revoked')
    .execute()
  const calendars = await db
    .selectFrom('calendar_connections')
    .select('service')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'revoked')
    .orderBy('service')
    .execute()
  return [...hubspot.map(() => 'HubSpot'), ...calendars.map(({ service }) => CALENDAR_NAMES[service])]
}

/** How long reading a calendar must have failed. Outages of calendar hosts are usually shorter. */
const UNREADABLE_HOURS = 6

const CALENDAR_HOSTS: Record<CalendarServiceName, string> = {
  calcom: 'cal.com',
  google: 'calendar.google.com',
}

/** Returns the hosts of an organization's calendars, by address or connected, that could not be read for hours. */
export async function unreadableCalendars(db: Kysely<Database>, organizationId: string): Promise<string[]> {
  const failsSince = (connected: string) =>
    sql<SqlBool>`checked_at >= coalesce(read_at, ${sql.ref(connected)}) + make_interval(hours => ${UNREADABLE_HOURS})`
  const sources = await db
    .selectFrom('calendar_sources')
    .select('host')
    .where('organization_id', '=', organizationId)
    .where('error', 'is not', null)
    .where(failsSince('added_at'))
    .execute()
  const connections = await db
    .selectFrom('calendar_connections')
    .select('service')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'active')
    .where('error', 'is not', null)
    .where(failsSince('connected_at'))
    .execute()
  const hosts = [
    ...sources.map(({ host }) => host),
    ...connections.map(({ service }) => CALENDAR_HOSTS[service]),
  ]
  return [...new Set(hosts)].toSorted()
}

/** Notifies the admins once `tx` commits that a service no longer accepts an organization's connection. */
export async function announceEnded(
  { notifier, clock }: Pick<Deps, 'notifier' | 'clock'>,
  tx: Kysely<Database>,
  organizationId: string,
  service: string,
): Promise<void> {
  await notifier?.announce(tx, {
    kind: 'connection_ended',
    organizationId,
    service,
    at: clock().toISOString(),
  })
}
