import type { Kysely } from 'kysely'
import { DAY_MS } from '../src/domain/time/durations.ts'
import type { CalendarServiceName } from './db/calendar-schema.ts'
import type { Database } from './db/schema.ts'
import type { Deps } from './deps.ts'

export const CALENDAR_NAMES: Record<CalendarServiceName, string> = {
  calcom: 'Cal.com',
  google: 'Google Calendar',
}

/** How long a calendar with an address must be unreadable before its owner should act. */
const UNREADABLE_MS = DAY_MS

/**
 * Returns the display names of an organization's connections that no longer work, HubSpot first: services that reject
 * them, and calendars whose address could not be read for a day.
 */
export async function endedConnections(
  db: Kysely<Database>,
  organizationId: string,
  now: Date,
): Promise<string[]> {
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
  const sources = await db
    .selectFrom('calendar_sources')
    .select('host')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('error', 'is not', null)
    .where('read_at', '<', new Date(now.getTime() - UNREADABLE_MS))
    .orderBy('host')
    .execute()
  return [
    ...hubspot.map(() => 'HubSpot'),
    ...calendars.map(({ service }) => CALENDAR_NAMES[service]),
    ...sources.map(({ host }) => `the calendar at ${host}`),
  ]
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
