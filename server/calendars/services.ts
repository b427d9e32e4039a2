import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Appointment } from '../../src/contract/appointments.ts'
import { VendorError } from '../base/vendor-errors.ts'
import { announceEnded, CALENDAR_NAMES } from '../connections/ended.ts'
import type { CalendarConnectionsTable, CalendarServiceName, Choice } from '../db/calendar-schema.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Interval, Window } from './busy-in.ts'

export type { CalendarServiceName }
export type CalendarConnection = Selectable<CalendarConnectionsTable>

/** A call as a calendar service receives it. */
export interface Call {
  bookingId: string
  start: Date
  end: Date
  appointment: Appointment
  /** The time zone of the business. */
  timezone: string
  business: string
  name: string | null
  email: string | null
  phone: string | null
  address: string | null
  service: string | null
  language: 'en' | 'es'
  /** Our own page for the booking. */
  pageUrl: string
}

export interface BookedCall {
  eventId: string
  /** Its page at the service, for the owner. */
  url: string | null
  start: Date
}

/** The time is no longer available in the service. */
export class SlotTaken extends VendorError {
  override name = 'SlotTaken'
}

/**
 * A service in which calls are booked. All methods complete within 10 seconds, and reject with {@link SlotTaken} or
 * another {@link VendorError} (server/base/vendor-errors.ts).
 */
export interface CalendarService {
  /** The display name. */
  name: string
  /** Returns the event types or calendars in which calls can be booked. */
  choices(connection: CalendarConnection): Promise<readonly Choice[]>
  /**
   * Returns the appointments in the window and, if the service publishes slots, the only possible start times of calls.
   */
  read(
    connection: CalendarConnection,
    window: Window,
  ): Promise<{ busy: Interval[]; starts: readonly number[] | null }>
  book(connection: CalendarConnection, call: Call): Promise<BookedCall>
  /** Moves a call; the service can assign another id. */
  move(connection: CalendarConnection, eventId: string, call: Call): Promise<BookedCall>
  /** Writes changed contact details. A service without this method keeps the original ones. */
  update?(connection: CalendarConnection, eventId: string, call: Call): Promise<void>
  /** Cancels a call. Succeeds if it is already missing. */
  cancel(connection: CalendarConnection, eventId: string): Promise<void>
  /**
   * Returns the service's call after a request that got no response. Looks for its last known id, otherwise for the
   * booking id and the requested start. Null if the call is missing or canceled.
   */
  find(
    connection: CalendarConnection,
    known: { bookingId: string; eventId: string | null; start: Date },
  ): Promise<BookedCall | null>
  /** Revokes the access of a deleted connection, as far as the service allows. */
  disconnect(connection: CalendarConnection): Promise<void>
}

/** The order in which services get an organization's calls. */
const ORDER: readonly CalendarServiceName[] = ['calcom', 'google']

export type ServiceDeps = Pick<
  Deps,
  'db' | 'clock' | 'config' | 'secrets' | 'log' | 'notifier' | 'calendarServices'
>

/** Creates each service; null for one that is not set up on this server. */
export type CalendarServices = Readonly<
  Record<CalendarServiceName, (deps: ServiceDeps) => CalendarService | null>
>

declare module '../kernel/deps.ts' {
  interface Deps {
    /** The services in which calls can be booked. If missing, there are none. */
    calendarServices?: CalendarServices
  }
}

/** Returns a service; null if it is not set up on this server. */
export const calendarService = (deps: ServiceDeps, name: CalendarServiceName): CalendarService | null =>
  deps.calendarServices?.[name](deps) ?? null

/** Returns the place for sealing the credentials of a connection. */
export const connectionPlace = (organizationId: string, service: CalendarServiceName) =>
  `calendar_connections.${organizationId}.${service}`

/** Returns an organization's connections, starting with the one that gets its calls. */
export async function connectionsOf(
  db: Kysely<Database>,
  organizationId: string,
): Promise<CalendarConnection[]> {
  const rows = await db
    .selectFrom('calendar_connections')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .execute()
  return rows.toSorted((a, b) => ORDER.indexOf(a.service) - ORDER.indexOf(b.service))
}

/** Stores a new connection, which replaces the organization's earlier one to the same service. */
export async function storeConnection(
  tx: Transaction<Database>,
  organizationId: string,
  service: CalendarServiceName,
  connection: Omit<Insertable<CalendarConnectionsTable>, 'organization_id' | 'service'>,
): Promise<void> {
  const stored = {
    ...connection,
    state: 'active' as const,
    reason: null,
    error: null,
    refreshing_until: null,
  }
  await tx
    .insertInto('calendar_connections')
    .values({ organization_id: organizationId, service, ...stored })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'service']).doUpdateSet(({ eb }) => ({
        ...stored,
        token_version: eb('calendar_connections.token_version', '+', 1),
      })),
    )
    .execute()
  // Failed writes were waiting for the connection, so they are due now.
  await tx
    .updateTable('calendar_events')
    .set({ not_before: null })
    .where('organization_id', '=', organizationId)
    .execute()
}

/**
 * Records that a service no longer accepts a connection, unless it has been reconnected, and notifies the admins the
 * first time.
 */
export async function markRevoked(
  deps: ServiceDeps,
  { organization_id, service, connected_at }: CalendarConnection,
  reason: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('calendar_connections')
      .set({ state: 'revoked', reason, error: reason })
      .where('organization_id', '=', organization_id)
      .where('service', '=', service)
      .where('connected_at', '=', connected_at)
      .where('state', '=', 'active')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await announceEnded(deps, tx, organization_id, CALENDAR_NAMES[service])
  })
}
