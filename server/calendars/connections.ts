import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { appointmentOf, endOf, LONGEST_APPOINTMENT_MS } from '../../src/domain/leads/bookings.ts'
import { failureForLog } from '../base/log.ts'
import { Revoked, reasonOf, VendorError } from '../base/vendor-errors.ts'
import type { Database } from '../db/schema.ts'
import type { Interval } from './busy-in.ts'
import { type CalendarConnection, calendarService, markRevoked, type ServiceDeps } from './services.ts'
import { windowOf } from './window.ts'

const isDue = (before: Date) => (where: ExpressionBuilder<Database, 'calendar_connections'>) =>
  where.and([
    where('state', '=', 'active'),
    where.or([where('checked_at', 'is', null), where('checked_at', '<', before)]),
  ])

/** Returns the organizations with connections that were last requested before `before`. */
export const organizationsWithConnections = (
  { db }: Pick<ServiceDeps, 'db'>,
  before: Date,
): Promise<{ organization_id: string }[]> =>
  db
    .selectFrom('calendar_connections')
    .select('organization_id')
    .where(isDue(before))
    .groupBy('organization_id')
    .orderBy(
      ({ fn }) => fn.min('checked_at'),
      (order) => order.asc().nullsFirst(),
    )
    .execute()

/**
 * Reads an organization's connections that were last requested before `before`, unless another server is reading
 * them. If a read fails, the last result stays, with the reason.
 */
export async function refreshConnections(
  deps: ServiceDeps,
  { organizationId, before }: { organizationId: string; before: Date },
): Promise<void> {
  const { db, clock } = deps
  const due = await db
    .selectFrom('calendar_connections')
    .select('service')
    .where('organization_id', '=', organizationId)
    .where(isDue(before))
    .execute()
  await Promise.all(
    due.map(async ({ service }) => {
      const connection = await db
        .updateTable('calendar_connections')
        .set({ checked_at: clock() })
        .where('organization_id', '=', organizationId)
        .where('service', '=', service)
        .where(isDue(before))
        .returningAll()
        .executeTakeFirst()
      if (connection) await readConnection(deps, connection)
    }),
  )
}

/** Reads a connection now. Never rejects because of the service. */
export async function readConnection(deps: ServiceDeps, connection: CalendarConnection): Promise<void> {
  const { db, clock, log } = deps
  const service = calendarService(deps, connection.service)
  if (!service) return
  const now = clock()
  let stored: { error: string | null; busy?: string; starts?: string | null; read_at?: Date }
  try {
    const window = await windowOf(db, connection.organization_id, now)
    const { busy, starts } = await service.read(connection, window)
    stored = {
      error: null,
      busy: JSON.stringify(busy),
      starts: starts && JSON.stringify(starts),
      read_at: now,
    }
  } catch (error) {
    if (error instanceof Revoked) return markRevoked(deps, connection, error.message)
    if (!(error instanceof VendorError))
      log.warn({ error: failureForLog(error) }, 'a calendar could not be read')
    stored = { error: reasonOf(error) }
  }
  await db
    .updateTable('calendar_connections')
    .set({ ...stored, checked_at: now })
    .where('organization_id', '=', connection.organization_id)
    .where('service', '=', connection.service)
    .where('token_version', '>=', connection.token_version)
    .execute()
}

/**
 * Deletes a connection to a service, and revokes its access there if the service can be reached. Keeps the calls that
 * are booked there. Does nothing without a connection.
 */
export async function disconnect(deps: ServiceDeps, organizationId: string, service: string): Promise<void> {
  // Deletes first, so that a later connection keeps its access.
  const connection = await deps.db
    .deleteFrom('calendar_connections')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`service = ${service}`)
    .returningAll()
    .executeTakeFirst()
  if (!connection) return
  try {
    await calendarService(deps, connection.service)?.disconnect(connection)
  } catch (error) {
    const what = { error: failureForLog(error, { inRequest: true }), organizationId }
    deps.log.warn(what, 'the access could not be ended at the calendar service')
  }
}

/**
 * The times of an organization's connections: appointments, and the only possible start times of calls; null means any.
 */
export interface ConnectedTimes {
  busy: Interval[]
  starts: ReadonlySet<number> | null
}

/** Returns the times of an organization's connections, as last read, without the events of our own calls. */
export async function connectedTimes(
  db: Kysely<Database>,
  organizationId: string,
  now: Date,
): Promise<ConnectedTimes> {
  const rows = await db
    .selectFrom('calendar_connections')
    .select(['busy', 'starts', 'state'])
    .where('organization_id', '=', organizationId)
    .execute()
  if (rows.length === 0) return { busy: [], starts: null }
  const events = await db
    .selectFrom('calendar_events')
    .leftJoin('leads', 'leads.converted_to_booking_id', 'booking_id')
    .select(['start', 'booking_kind', 'booking_minutes'])
    .where('calendar_events.organization_id', '=', organizationId)
    .where('is_canceled', '=', false)
    .where('start', '>', new Date(now.getTime() - LONGEST_APPOINTMENT_MS))
    .execute()
  const own = events.flatMap(({ start, ...event }): Interval[] =>
    start ? [[start.getTime(), endOf(start, appointmentOf(event)).getTime()]] : [],
  )
  // At most one service publishes start times. Those of a revoked connection are ignored, because nothing updates them.
  const published = rows.find(({ starts, state }) => starts && state === 'active')?.starts
  return {
    busy: without(
      rows.flatMap(({ busy }) => busy),
      own,
    ),
    starts: published ? new Set(published) : null,
  }
}

/** Returns the parts of `intervals` that are outside all `holes`. */
function without(intervals: readonly Interval[], holes: readonly Interval[]): Interval[] {
  let left = [...intervals]
  for (const [from, to] of holes) {
    left = left.flatMap(([start, end]): Interval[] =>
      end <= from || start >= to
        ? [[start, end]]
        : [
            ...(start < from ? [[start, from] satisfies Interval] : []),
            ...(end > to ? [[to, end] satisfies Interval] : []),
          ],
    )
  }
  return left
}
