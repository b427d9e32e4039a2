import type { calendar_v3 } from '@googleapis/calendar'
import { capitalized } from '../../src/domain/common/capitalized.ts'
import { appointmentName } from '../../src/domain/leads/appointment-words.ts'
import { Rejected } from '../base/vendor-errors.ts'
import type { Interval } from '../calendars/busy-in.ts'
import {
  type BookedCall,
  type CalendarConnection,
  type CalendarService,
  type Call,
  type ServiceDeps,
  SlotTaken,
} from '../calendars/services.ts'
import { dataOf, GOOGLE, unlessGone } from './api.ts'
import { callGoogle, choiceOf, googleSetup, ownCalendars, revoke } from './connection.ts'

type Calendar = calendar_v3.Calendar
type GoogleEvent = calendar_v3.Schema$Event

const DIGITS = '0123456789abcdefghijklmnopqrstuv'

/**
 * Returns the id of a call's event: the booking id in base32hex, so that a call has at most one event in a calendar.
 */
export function eventIdOf(bookingId: string): string {
  const bits = [...new TextEncoder().encode(bookingId)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => DIGITS[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/**
 * Returns a reference to an event in one of the owner's calendars, because the owner can choose another one for later
 * calls.
 */
const refOf = (eventId: string, calendarId: string) => `${eventId}:${calendarId}`
function fromRef(ref: string): [eventId: string, calendarId: string] {
  const end = ref.indexOf(':')
  return [ref.slice(0, end), ref.slice(end + 1)]
}

/**
 * Creates the service that books calls as events in one of the owner's calendars. Null if this server has no Google
 * app.
 */
export function googleCalendar(deps: ServiceDeps): CalendarService | null {
  if (!googleSetup(deps)) return null
  const calling = <T>(connection: CalendarConnection, use: (calendar: Calendar) => Promise<T>) =>
    callGoogle(deps, connection.organization_id, use)
  const chosen = ({ settings }: CalendarConnection) => settings.choice.id
  const atEvent = <T>(
    connection: CalendarConnection,
    ref: string,
    use: (events: Events, eventId: string) => Promise<T>,
  ) =>
    calling(connection, (calendar) => {
      const [eventId, calendarId] = fromRef(ref)
      return use(eventsOf(calendar, calendarId), eventId)
    })
  return {
    name: GOOGLE,
    choices: (connection) =>
      calling(connection, async (calendar) => (await ownCalendars(calendar)).map(choiceOf)),
    read: (connection, { from, to }) =>
      calling(connection, async (calendar) => ({
        busy: await eventsOf(calendar, chosen(connection)).busy(from, to),
        starts: null,
      })),
    book: (connection, call) =>
      calling(connection, (calendar) => book(eventsOf(calendar, chosen(connection)), call)),
    move: (connection, ref, call) =>
      calling(connection, async (calendar) => {
        const [eventId, calendarId] = fromRef(ref)
        const events = eventsOf(calendar, calendarId)
        if (calendarId === chosen(connection)) return move(events, eventId, call)
        const booked = await book(eventsOf(calendar, chosen(connection)), call)
        await unlessGone(events.remove(eventId))
        return booked
      }),
    update: (connection, ref, call) =>
      atEvent(connection, ref, async (events, eventId) => {
        await unlessGone(events.patch(eventId, aboutCall(call)))
      }),
    cancel: (connection, ref) =>
      atEvent(connection, ref, async (events, eventId) => {
        await unlessGone(events.remove(eventId))
      }),
    find: (connection, { bookingId, eventId: ref, start }) =>
      atEvent(connection, ref ?? refOf(eventIdOf(bookingId), chosen(connection)), async (events, eventId) => {
        const event = await unlessGone(events.get(eventId))
        // A deleted event still exists. If it is missing, so is its calendar, which cancels no call.
        if (!event && ref !== null) throw new Rejected(404, NO_CALENDAR)
        if (!event || event.status === 'cancelled') return null
        const booked = bookedOf(event, events.calendarId)
        // An event that lasts all day has no time at which to call.
        return event.start?.dateTime ? booked : { ...booked, start }
      }),
    disconnect: (connection) => revoke(deps, connection),
  }
}

const NO_CALENDAR = 'Google no longer has this calendar. Choose another one'

/** Returns the operations on the events of one calendar. */
function eventsOf(calendar: Calendar, calendarId: string) {
  const { events } = calendar
  return {
    calendarId,
    get: (eventId: string) => dataOf(events.get({ calendarId, eventId })),
    insert: (requestBody: GoogleEvent) => dataOf(events.insert({ calendarId, requestBody })),
    patch: (eventId: string, requestBody: GoogleEvent) =>
      dataOf(events.patch({ calendarId, eventId, requestBody })),
    async remove(eventId: string): Promise<void> {
      // The response is empty.
      await dataOf(events.delete({ calendarId, eventId }).then(() => ({ data: {} })))
    },
    async busy(from: number, to: number): Promise<Interval[]> {
      const requestBody = {
        timeMin: new Date(from).toISOString(),
        timeMax: new Date(to).toISOString(),
        items: [{ id: calendarId }],
      }
      const { calendars } = await dataOf(calendar.freebusy.query({ requestBody }))
      const { busy = [], errors } = calendars?.[calendarId] ?? { errors: [{}] }
      if (errors?.length) throw new Rejected(404, NO_CALENDAR)
      return busy.map(({ start, end }) => [Date.parse(start ?? ''), Date.parse(end ?? '')])
    },
    /** Returns the events other than the call's own that occupy its time. */
    async inTheWay(call: Pick<Call, 'start' | 'end'>, eventId: string): Promise<GoogleEvent[]> {
      const { items = [] } = await dataOf(
        events.list({
          calendarId,
          timeMin: call.start.toISOString(),
          timeMax: call.end.toISOString(),
          singleEvents: true,
          maxResults: 50,
          fields: 'items(id,status,transparency,created,attendees(self,responseStatus))',
        }),
      )
      return items.filter((event) => event.id !== eventId && takesTime(event))
    },
  }
}
type Events = ReturnType<typeof eventsOf>

/** Returns whether an event occupies its time, by the rules of free/busy. */
const takesTime = ({ status, transparency, attendees }: GoogleEvent) =>
  status !== 'cancelled' &&
  transparency !== 'transparent' &&
  !attendees?.some(({ self, responseStatus }) => self && responseStatus === 'declined')

const taken = () => new SlotTaken('Somebody else has taken this time in the calendar')

async function book(events: Events, call: Call): Promise<BookedCall> {
  const eventId = eventIdOf(call.bookingId)
  if ((await events.inTheWay(call, eventId)).length > 0) throw taken()
  const event = await insertOnce(events, eventId, call)
  // Google does not reject overlapping events. Of two that were added at the same time, one or both give way.
  const others = await events.inTheWay(call, eventId)
  if (others.some(({ created }) => (created ?? '') <= (event.updated ?? ''))) {
    await unlessGone(events.remove(eventId))
    throw taken()
  }
  return bookedOf(event, events.calendarId)
}

/** Inserts the event of a call. A call that is booked again still has its event, even if that was deleted. */
async function insertOnce(events: Events, eventId: string, call: Call): Promise<GoogleEvent> {
  const event: GoogleEvent = { ...aboutCall(call), ...timesOf(call), status: 'confirmed' }
  try {
    return await events.insert({ id: eventId, ...event })
  } catch (error) {
    if (!(error instanceof Rejected && error.status === 409)) throw error
    return events.patch(eventId, event)
  }
}

async function move(events: Events, eventId: string, call: Call): Promise<BookedCall> {
  const before = await unlessGone(events.get(eventId))
  if (!before || before.status === 'cancelled') return book(events, call)
  if ((await events.inTheWay(call, eventId)).length > 0) throw taken()
  const event = await events.patch(eventId, { ...aboutCall(call), ...timesOf(call) })
  if ((await events.inTheWay(call, eventId)).length > 0) {
    const { start = {}, end = {} } = before
    await events.patch(eventId, { start, end })
    throw taken()
  }
  return bookedOf(event, events.calendarId)
}

const timesOf = ({ start, end, timezone }: Call) => ({
  start: { dateTime: start.toISOString(), timeZone: timezone },
  end: { dateTime: end.toISOString(), timeZone: timezone },
})

/** Returns the details of an event. The visitor is not a guest, because Google would send them emails. */
function aboutCall({ appointment, name, service, phone, email, address, pageUrl }: Call): GoogleEvent {
  return {
    summary: `${capitalized(appointmentName(appointment.kind))}: ${name ?? phone ?? email ?? 'Visitor'}`,
    description: [service, phone, email, pageUrl].filter(Boolean).join('\n'),
    location: address ?? '',
    source: { title: 'Fieldhand', url: pageUrl },
  }
}

const bookedOf = ({ id, htmlLink, start }: GoogleEvent, calendarId: string): BookedCall => ({
  eventId: refOf(id ?? '', calendarId),
  url: htmlLink ?? null,
  start: new Date(start?.dateTime ?? ''),
})
