import { sql } from 'kysely'
import {
  chooseCalendar,
  disconnectCalendar,
  getCalendarChoices,
  getCalendarConnection,
  readCalendarConnection,
  retryWrittenCall,
  type WrittenCall,
} from '../../src/contract/calendar-services.ts'
import { leadLabel } from '../../src/domain/leads/name.ts'
import { VendorError } from '../base/vendor-errors.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { bookedStart } from './booking-status.ts'
import { disconnect, readConnection } from './connections.ts'
import type { CalendarConnection, CalendarService } from './services.ts'
import { calendarService } from './services.ts'

/** The columns that name a lead. */
const NAMED = [
  ...(['conversation_id', 'prospect_name', 'contact_name', 'prospect_email', 'contact_email'] as const),
  ...(['prospect_phone', 'contact_phone', 'service_interest'] as const),
] as const

/** The maximum number of calls per response. */
const MOST_CALLS = 10

/**
 * Mounts the endpoints for connections to services in which calls are booked. The other files in this folder create
 * them.
 */
export function mountCalendarConnections(api: Api): void {
  const { deps } = api
  const { db } = deps

  mount(api, getCalendarConnection, ({ organizationId, params }) => present(organizationId, params.service))

  mount(api, getCalendarChoices, async ({ organizationId, params }) => {
    const { connection, service } = await connected(organizationId, params.service)
    return { choices: [...(await orReject(service.choices(connection)))] }
  })

  mount(api, chooseCalendar, async ({ organizationId, params, body }) => {
    const { connection, service } = await connected(organizationId, params.service)
    const choice = (await orReject(service.choices(connection))).find(({ id }) => id === body.id)
    if (!choice) throw new HttpError(409, 'This is no longer there to choose')
    await db
      .updateTable('calendar_connections')
      .set({ settings: JSON.stringify({ ...connection.settings, choice }) })
      .where('organization_id', '=', organizationId)
      .where('service', '=', connection.service)
      .execute()
    await readAgain(organizationId, params.service)
    return present(organizationId, params.service)
  })

  mount(api, readCalendarConnection, async ({ organizationId, params }) => {
    await readAgain(organizationId, params.service)
    return present(organizationId, params.service)
  })

  mount(api, retryWrittenCall, async ({ organizationId, params }) => {
    const { numUpdatedRows } = await db
      .updateTable('calendar_events')
      .set(({ eb }) => ({ version: eb('version', '+', 1), not_before: null, attempts: 0 }))
      .where('organization_id', '=', organizationId)
      .where('booking_id', '=', params.bookingId)
      .where('error', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new HttpError(404, 'There is no such call to write again')
    return present(organizationId, params.service)
  })

  mount(api, disconnectCalendar, ({ organizationId, params }) =>
    disconnect(deps, organizationId, params.service),
  )

  function connectionOf(organizationId: string, service: string): Promise<CalendarConnection | undefined> {
    return db
      .selectFrom('calendar_connections')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`service = ${service}`)
      .executeTakeFirst()
  }

  async function connected(organizationId: string, name: string) {
    const connection = await connectionOf(organizationId, name)
    const service: CalendarService | null = connection ? calendarService(deps, connection.service) : null
    if (!connection || !service) throw new HttpError(404, 'This calendar is not connected')
    return { connection, service }
  }

  async function readAgain(organizationId: string, name: string): Promise<void> {
    await readConnection(deps, (await connected(organizationId, name)).connection)
  }

  async function present(organizationId: string, name: string) {
    const connection = await connectionOf(organizationId, name)
    if (!connection) throw new HttpError(404, 'This calendar is not connected')
    const { service, account, state, reason, settings, connected_at, read_at, error } = connection
    return {
      ...{ service, account, state, reason, error },
      choice: settings.choice,
      connected_at: connected_at.toISOString(),
      read_at: read_at?.toISOString() ?? null,
      calls: await callsOf(organizationId, service),
    }
  }

  async function callsOf(organizationId: string, service: string): Promise<WrittenCall[]> {
    const rows = await db
      .selectFrom('calendar_events')
      .leftJoin('leads', 'leads.converted_to_booking_id', 'calendar_events.booking_id')
      .selectAll('calendar_events')
      .select(['leads.id as lead_id', 'booking_start_time', 'booking_status', ...NAMED])
      .where('calendar_events.organization_id', '=', organizationId)
      .where(sql<boolean>`(service is null or service = ${service})`)
      .orderBy(sql`error is not null`, 'desc')
      .orderBy('tried_at', (order) => order.desc().nullsLast())
      .orderBy('booking_id')
      .limit(MOST_CALLS)
      .execute()
    return rows.map((row) => {
      const isWaiting = row.version > row.done_version
      const ours = bookedStart(row)
      const theirs = row.is_canceled ? null : row.start
      // For a call that is not written yet, its intended time.
      const start = isWaiting || row.error !== null ? ours : theirs
      return {
        id: row.booking_id,
        lead_id: row.lead_id,
        lead_name: row.lead_id === null ? null : leadLabel({ ...row, id: row.lead_id }).name,
        start: start?.toISOString() ?? null,
        state: row.error !== null ? 'failed' : isWaiting ? 'waiting' : 'written',
        error: row.error,
        url: row.event_url,
        at: row.tried_at?.toISOString() ?? null,
      }
    })
  }
}

/** Waits for a service. Rejects with the service's message. */
export async function orReject<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    throw error instanceof VendorError ? new HttpError(409, error.message) : error
  }
}
