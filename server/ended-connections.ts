import type { Kysely } from 'kysely'
import type { CalendarServiceName } from './db/calendar-schema.ts'
import type { Database } from './db/schema.ts'
import type { Deps } from './deps.ts'

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
