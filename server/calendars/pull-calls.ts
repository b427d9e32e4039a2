import { sql } from 'kysely'
import type { AppointmentKind } from '../../src/contract/appointments.ts'
import { appointmentName } from '../../src/domain/leads/appointment-words.ts'
import { appointmentOf, CANCELED } from '../../src/domain/leads/bookings.ts'
import { fieldsOfStatus } from '../../src/domain/leads/status.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { statusChange } from '../activity/compare-leads.ts'
import { SYSTEM } from '../activity/record.ts'
import { failureForLog } from '../base/log.ts'
import { Revoked, VendorError } from '../base/vendor-errors.ts'
import { isBusy, slotSentence } from '../call-times/slots.ts'
import { tellMembers } from '../conversations/tell-members.ts'
import type { Deps } from '../kernel/deps.ts'
import { bookedCalls } from './bookings.ts'
import { announceCall } from './call-changes.ts'
import { type CalendarEvent, claimUntil, type EventWork, finishEvent, heldBy, ownUrls } from './events.ts'
import { readWanted } from './push-calls.ts'
import { type BookedCall, calendarService, connectionsOf, markRevoked } from './services.ts'

const STATUS = ['status', 'loss_reason'] as const

/** How often an upcoming call is looked up in its service. */
const EVERY_MS = 10 * MINUTE_MS
const isToFollow = (now: Date) =>
  sql<boolean>`version = done_version and error is null and not is_canceled and start > ${now}
    and tried_at < ${new Date(now.getTime() - EVERY_MS)}`

/**
 * Looks up upcoming calls in their services, each every 10 minutes, because the service may have moved or canceled
 * them.
 */
export const PULLING: EventWork = { isWanted: isToFollow, work: followEvent }

/**
 * Updates a lead's call to match its calendar service, if the call was in sync and has been moved or canceled there. An
 * unwritten change on our side takes precedence. Can be repeated. Returns whether the service responded.
 */
export async function followEvent(deps: Deps, bookingId: string): Promise<boolean> {
  const { db, clock, log } = deps
  const now = clock()
  const event = await db
    .updateTable('calendar_events')
    .set({ claimed_until: claimUntil(now), tried_at: now })
    .where('booking_id', '=', bookingId)
    .whereRef('version', '=', 'done_version')
    .where('is_canceled', '=', false)
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
  if (!event) return false
  const connections = await connectionsOf(db, event.organization_id)
  const connection = connections.find(({ service }) => service === event.service)
  const service = connection && calendarService(deps, connection.service)
  const release = () =>
    db
      .updateTable('calendar_events')
      .set({ claimed_until: null })
      .where('booking_id', '=', bookingId)
      .execute()
  if (!connection || !service || event.event_id === null || !event.start) {
    await release()
    return false
  }
  try {
    const known = { bookingId, eventId: event.event_id, start: event.start }
    const found = await service.find(connection, known)
    const isSame = found?.start.getTime() === event.start.getTime() && found.eventId === event.event_id
    if (isSame) await release()
    else await take(deps, event, found, service.name)
    return true
  } catch (error) {
    await release()
    if (!(error instanceof VendorError)) throw error
    if (error instanceof Revoked) await markRevoked(deps, connection, error.message)
    log.warn({ error: failureForLog(error, { inRequest: true }) }, 'a call was not looked up')
    return false
  }
}

/** Updates the lead's call to match its service, unless it has changed here in the meantime. */
async function take(
  deps: Deps,
  event: CalendarEvent,
  found: BookedCall | null,
  service: string,
): Promise<void> {
  const { db, clock } = deps
  const now = clock()
  const isFree = found === null || (await isFreeFor(deps, event, found.start, now))
  const notify = await db.transaction().execute(async (tx) => {
    const lead = await tx
      .selectFrom('leads')
      .select([
        'id',
        'conversation_id',
        'booking_start_time',
        'booking_status',
        'booking_kind',
        'booking_minutes',
        ...STATUS,
      ])
      .where('converted_to_booking_id', '=', event.booking_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const before = lead?.booking_start_time ?? null
    const current = await tx
      .selectFrom('calendar_events')
      .select('version')
      .where('booking_id', '=', event.booking_id)
      .executeTakeFirst()
    if (!lead || !before || lead.booking_status === CANCELED || current?.version !== event.version)
      return null
    const isMoved = found !== null && found.start.getTime() !== before.getTime()
    const held = found && event.service ? heldBy(event.service, found) : ({ is_canceled: true } as const)
    if (isMoved && !isFree) {
      await finishEvent(tx, event, held)
      return null
    }
    const updated = await tx
      .updateTable('leads')
      .set({
        ...(found ? fieldsOfMoved(event, found) : fieldsOfCanceled(lead, service, now)),
        updated_at: now,
      })
      .where('id', '=', lead.id)
      .returning(STATUS)
      .executeTakeFirstOrThrow()
    const { version } = await tx
      .selectFrom('calendar_events')
      .select('version')
      .where('booking_id', '=', event.booking_id)
      .executeTakeFirstOrThrow()
    await finishEvent(tx, { booking_id: event.booking_id, version }, held)
    if (found && !isMoved) return null
    return announceCall(tx, deps, {
      organizationId: event.organization_id,
      leadId: lead.id,
      at: now,
      actor: SYSTEM,
      change: {
        appointment: appointmentOf(lead),
        ...(found ? { before, start: found.start } : { before, start: null }),
      },
      service,
      conversationId: lead.conversation_id,
      others: statusChange(lead, updated),
    })
  })
  for (const each of notify ?? []) each()
  if (!isFree && found) await tellOfConflict(deps, event, found.start, service)
}

const fieldsOfMoved = ({ service }: CalendarEvent, call: BookedCall) => ({
  booking_start_time: call.start,
  ...(service && ownUrls(service, call)),
})

const fieldsOfCanceled = (
  { status, booking_kind }: { status: string; booking_kind: AppointmentKind },
  service: string,
  now: Date,
) => ({
  booking_status: CANCELED,
  ...(status === 'converted' && fieldsOfStatus({ status: 'new' })),
  automatic_reason: `The ${appointmentName(booking_kind)} was canceled in ${service}`,
  automatic_at: now,
})

/** Tells the team that a call was moved to a time of another call. */
async function tellOfConflict(deps: Deps, event: CalendarEvent, start: Date, service: string): Promise<void> {
  const wanted = await readWanted(deps, event.booking_id)
  const when = slotSentence(start, wanted?.call?.timezone ?? null, 'en', deps.clock())
  const text = `The ${appointmentName(wanted?.call?.appointment.kind ?? 'call')} was moved in ${service} to ${when}, when there is another call. Move one of them.`
  await tellMembers(deps, wanted?.conversationId ?? null, text)
}

/** Returns whether the call of an event would overlap no other lead's call at this start. */
async function isFreeFor(
  { db }: Deps,
  { organization_id, booking_id }: CalendarEvent,
  start: Date,
  now: Date,
): Promise<boolean> {
  const own = await db
    .selectFrom('leads')
    .select(['id', 'booking_kind', 'booking_minutes'])
    .where('converted_to_booking_id', '=', booking_id)
    .executeTakeFirst()
  return !own || !isBusy(await bookedCalls(db, organization_id, now, own.id), start, appointmentOf(own))
}
