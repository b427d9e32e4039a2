import type { Kysely, Selectable } from 'kysely'
import type { CalendarConnectionsTable, CalendarServiceName } from '../db/calendar-schema.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { VendorError } from '../vendor-errors.ts'
import type { Interval, Window } from './busy-in.ts'
import type { Choice } from './choice.ts'

export type { CalendarServiceName }
export type CalendarConnection = Selectable<CalendarConnectionsTable>

/** A call as a calendar service receives it. */
export interface Call {
  bookingId: string
  start: Date
  end: Date
  /** Of the business. */
  timezone: string
  business: string
  name: string | null
  email: string | null
  phone: string | null
  address: string | null
  service: string | null
  language: 'en' | 'es'
  /** Our own page of the booking. */
  pageUrl: string
}

export interface BookedCall {
  eventId: string
  /** Its page at the service, for the owner. */
  url: string | null
  start: Date
}

/** The service no longer has the time. */
export class SlotTaken extends VendorError {
  override name = 'SlotTaken'
}

/**
 * A service in which calls are booked. All methods end within 10 seconds, and reject with {@link SlotTaken} or another
 * {@link VendorError} (server/vendor-errors.ts).
 */
export interface CalendarService {
  /** For people. */
  name: string
  /** Returns where calls can be booked: its event types, or its calendars. */
  choices(connection: CalendarConnection): Promise<readonly Choice[]>
  /** Returns appointments in the window, and of a service that publishes slots, the only starts at which calls may begin. */
  read(
    connection: CalendarConnection,
    window: Window,
  ): Promise<{ busy: Interval[]; starts: readonly number[] | null }>
  book(connection: CalendarConnection, call: Call): Promise<BookedCall>
  /** Moves a call; the service may give it another id. */
  move(connection: CalendarConnection, eventId: string, call: Call): Promise<BookedCall>
  /** Writes changed contact details. A service without this keeps the first ones. */
  update?(connection: CalendarConnection, eventId: string, call: Call): Promise<void>
  /** Cancels a call; one that is gone already is fine. */
  cancel(connection: CalendarConnection, eventId: string): Promise<void>
  /**
   * Returns what the service has of a call, after a request that was not answered: by its last known id, else by the booking
   * id and the start that was asked for. Null if it is not there, or canceled.
   */
  find(
    connection: CalendarConnection,
    known: { bookingId: string; eventId: string | null; start: Date },
  ): Promise<BookedCall | null>
  /** Ends the access at the service as far as it can be ended there. The connection is deleted afterwards in any case. */
  disconnect(connection: CalendarConnection): Promise<void>
}

/** In the order in which they get an organization's calls. */
const ORDER: readonly CalendarServiceName[] = ['calcom', 'google']

export type ServiceDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets' | 'log'>

/** Returns where the credentials of a connection are sealed. */
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

/** Notes that a service no longer accepts a connection, unless it has been connected again. */
export async function markRevoked(
  { db }: ServiceDeps,
  { organization_id, service, connected_at }: CalendarConnection,
  reason: string,
): Promise<void> {
  await db
    .updateTable('calendar_connections')
    .set({ state: 'revoked', reason, error: reason })
    .where('organization_id', '=', organization_id)
    .where('service', '=', service)
    .where('connected_at', '=', connected_at)
    .execute()
}
