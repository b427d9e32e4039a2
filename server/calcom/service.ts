import { parsePhoneNumberFromString } from 'libphonenumber-js'
import * as v from 'valibot'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { Rejected, Revoked } from '../base/vendor-errors.ts'
import {
  type BookedCall,
  type CalendarConnection,
  type CalendarService,
  type Call,
  connectionPlace,
  type ServiceDeps,
  SlotTaken,
} from '../calendars/services.ts'
import type { Choice } from '../db/calendar-schema.ts'
import { askCalcom } from './api.ts'
import { CALCOM, type CalcomConfig } from './config.ts'

/** The versions of API v2 by resource (`cal-api-version`). */
const BOOKINGS = '2024-08-13'
const SLOTS = '2024-09-04'
const EVENT_TYPES = '2024-06-14'

/** The maximum number of moves of a booking that are followed. */
const MOST_MOVES = 10
const MOST_LISTED = '100'

/** The metadata key for our booking id. */
export const BOOKING_ID = 'fieldhandBookingId'

const Booking = v.object({
  uid: v.string(),
  status: v.string(),
  start: v.pipe(v.string(), v.isoTimestamp()),
  rescheduledToUid: v.nullish(v.string()),
  metadata: v.nullish(v.record(v.string(), v.unknown())),
})
type Booking = v.InferOutput<typeof Booking>

const isOn = ({ status }: Booking) => /^(accepted|pending)$/i.test(status)

const EventTypes = v.array(
  v.object({
    id: v.number(),
    title: v.string(),
    lengthInMinutes: v.number(),
    locations: v.optional(v.array(v.object({ type: v.string() }))),
  }),
)

const Slots = v.record(v.string(), v.array(v.object({ start: v.pipe(v.string(), v.isoTimestamp()) })))

/** The sealed content of a connection. */
export interface CalcomCredentials {
  key: string
  /** The key that signs webhooks. */
  secret: string
  /** The id of the webhook in Cal.com; null if it accepted none. */
  webhookId: string | null
}

export const calcomConfig = ({ config }: Pick<ServiceDeps, 'config'>): CalcomConfig => config.calcom ?? CALCOM

/** Returns the opened credentials of a connection. If the key that sealed them is lost, the owner must reconnect. */
export function openCredentials(
  { secrets }: ServiceDeps,
  { organization_id, sealed }: CalendarConnection,
): CalcomCredentials {
  try {
    if (!secrets) throw new Error('There is no key')
    return JSON.parse(secrets.open(sealed, connectionPlace(organization_id, 'calcom'))) as CalcomCredentials
  } catch {
    throw new Revoked('The API key can no longer be read on this server')
  }
}

export async function eventTypesOf(config: CalcomConfig, key: string): Promise<Choice[]> {
  const types = await askCalcom(config, key, {
    path: '/event-types',
    version: EVENT_TYPES,
    data: EventTypes,
  })
  return types.map(({ id, title, lengthInMinutes, locations = [] }) => ({
    id: String(id),
    name: title,
    detail: `${lengthInMinutes} minutes`,
    byPhone: locations.some(({ type }) => type === 'attendeePhone'),
  }))
}

/** Creates the service that books calls as an event type in Cal.com, through its API v2. */
export function createCalcom(deps: ServiceDeps): CalendarService {
  const config = calcomConfig(deps)
  const keyOf = (connection: CalendarConnection) => openCredentials(deps, connection).key
  const pathOf = (uid: string) => `/bookings/${encodeURIComponent(uid)}`
  const booked = ({ uid, start }: Booking): BookedCall => ({
    eventId: uid,
    url: `${config.appUrl}/booking/${encodeURIComponent(uid)}`,
    start: new Date(start),
  })

  async function book(connection: CalendarConnection, call: Call): Promise<BookedCall> {
    const booking = await askCalcom(config, keyOf(connection), {
      method: 'POST',
      path: '/bookings',
      version: BOOKINGS,
      body: bookingOf(connection.settings.choice, call),
      data: Booking,
    })
    return booked(booking)
  }

  /** Returns the latest booking to which a uid leads; null if it is missing. */
  async function latest(connection: CalendarConnection, uid: string): Promise<Booking | null> {
    let next = uid
    for (let moves = 0; moves < MOST_MOVES; moves += 1) {
      const request = { path: pathOf(next), version: BOOKINGS, data: Booking }
      const booking = await orGone(askCalcom(config, keyOf(connection), request))
      if (!booking?.rescheduledToUid) return booking
      next = booking.rescheduledToUid
    }
    return null
  }

  /** Returns the latest booking to which a uid leads; null if it is canceled or missing. */
  async function current(connection: CalendarConnection, uid: string): Promise<Booking | null> {
    const booking = await latest(connection, uid)
    return booking && isOn(booking) ? booking : null
  }

  return {
    name: 'Cal.com',
    choices: async (connection) => eventTypesOf(config, keyOf(connection)),
    async read(connection, { from, to }) {
      const days = await askCalcom(config, keyOf(connection), {
        path: '/slots',
        query: {
          eventTypeId: connection.settings.choice.id,
          start: new Date(from).toISOString(),
          end: new Date(to).toISOString(),
        },
        version: SLOTS,
        data: Slots,
      })
      const starts = Object.values(days).flatMap((slots) => slots.map(({ start }) => Date.parse(start)))
      return { busy: [], starts: starts.toSorted((a, b) => a - b) }
    },
    book,
    async move(connection, eventId, call) {
      const booking = await current(connection, eventId)
      if (!booking) return book(connection, call)
      if (Date.parse(booking.start) === call.start.getTime()) return booked(booking)
      const moved = await askCalcom(config, keyOf(connection), {
        method: 'POST',
        path: `${pathOf(booking.uid)}/reschedule`,
        version: BOOKINGS,
        body: { start: call.start.toISOString(), reschedulingReason: 'Moved in Fieldhand' },
        data: Booking,
      })
      return booked(moved)
    },
    async cancel(connection, eventId) {
      const booking = await current(connection, eventId)
      if (!booking) return
      await orGone(
        askCalcom(config, keyOf(connection), {
          method: 'POST',
          path: `${pathOf(booking.uid)}/cancel`,
          version: BOOKINGS,
          body: { cancellationReason: 'Canceled in Fieldhand' },
          data: v.unknown(),
        }),
      )
    },
    async find(connection, { bookingId, eventId, start }) {
      if (eventId !== null) {
        const booking = await latest(connection, eventId)
        // A canceled booking still exists. If it is missing, it belongs to another account, which cancels no call.
        if (!booking) throw new Rejected(404, 'Cal.com does not have this booking')
        return isOn(booking) ? booked(booking) : null
      }
      const listed = await askCalcom(config, keyOf(connection), {
        path: '/bookings',
        query: {
          eventTypeId: connection.settings.choice.id,
          status: 'upcoming,unconfirmed',
          afterStart: new Date(start.getTime() - MINUTE_MS).toISOString(),
          beforeEnd: new Date(start.getTime() + DAY_MS).toISOString(),
          take: MOST_LISTED,
        },
        version: BOOKINGS,
        data: v.array(Booking),
      })
      const own = listed.find(({ metadata }) => metadata?.[BOOKING_ID] === bookingId)
      return own ? booked(own) : null
    },
    async disconnect(connection) {
      const { key, webhookId } = openCredentials(deps, connection)
      if (webhookId === null) return
      const path = `/webhooks/${encodeURIComponent(webhookId)}`
      await orGone(askCalcom(config, key, { method: 'DELETE', path, data: v.unknown() }))
    },
  }
}

/** Returns the request body of a booking. Cal.com requires phone numbers in international notation. */
function bookingOf({ id, byPhone }: Choice, call: Call) {
  const { name, email, phone, timezone, language, bookingId, address, service, pageUrl } = call
  const number = phone ? parsePhoneNumberFromString(phone, 'US')?.number : undefined
  const notes = [service, address, phone, pageUrl].filter(Boolean).join('\n')
  return {
    start: call.start.toISOString(),
    eventTypeId: Number(id),
    attendee: {
      name: name ?? 'Website visitor',
      timeZone: timezone,
      language,
      ...(email !== null && { email }),
      ...(number !== undefined && { phoneNumber: number }),
    },
    ...(byPhone && number !== undefined && { location: { type: 'attendeePhone', phone: number } }),
    bookingFieldsResponses: { notes },
    metadata: { [BOOKING_ID]: bookingId },
  }
}

/** Waits for a booking; null if Cal.com no longer has it. */
async function orGone<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    const isGone =
      error instanceof Rejected && (error.status === 404 || /already.*cancel/i.test(error.message))
    if (!isGone || error instanceof SlotTaken) throw error
    return null
  }
}
