import { createHash, randomBytes } from 'node:crypto'
import type { calendar_v3 } from '@googleapis/calendar'
import { GoogleError, gone, invalid, notFound } from './errors.ts'

export type GoogleEvent = calendar_v3.Schema$Event

export interface CalendarOptions {
  id: string
  name: string
  role: 'owner' | 'writer' | 'reader' | 'freeBusyReader'
}

/** An account and its calendars. The first one is the primary calendar, whose ID is the email address. */
export interface AccountOptions {
  email: string
  name: string
  timezone: string
  others: readonly CalendarOptions[]
}

/** The stored state of an account: the events of each calendar by ID, including deleted ones. */
export type AccountState = Map<string, Map<string, GoogleEvent>>

const ID = /^[a-v0-9]{5,1024}$/

/** Returns the instant of an event's start or end, in milliseconds. */
export function instantOf(time: calendar_v3.Schema$EventDateTime | undefined): number {
  const instant = Date.parse(time?.dateTime ?? time?.date ?? '')
  if (Number.isNaN(instant)) throw invalid('Missing or invalid start or end time.')
  return instant
}

const isBusy = ({ status, transparency }: GoogleEvent) =>
  status !== 'cancelled' && transparency !== 'transparent'

export function createAccount(options: AccountOptions, clock: () => Date, state: AccountState = new Map()) {
  const primary: CalendarOptions = { id: options.email, name: options.name, role: 'owner' }
  const calendars = [primary, ...options.others]
  const eventsOf = (calendarId: string) => {
    const events = state.get(calendarId) ?? new Map<string, GoogleEvent>()
    state.set(calendarId, events)
    return events
  }

  /** Finds a calendar that the account can see. */
  function calendar(id: string): CalendarOptions {
    const found = id === 'primary' ? primary : calendars.find((each) => each.id === id)
    if (!found) throw notFound()
    return found
  }

  function checked(event: GoogleEvent): GoogleEvent {
    if (instantOf(event.end) <= instantOf(event.start)) {
      throw new GoogleError(400, 'timeRangeEmpty', 'The specified time range is empty.')
    }
    const etag = createHash('sha1').update(JSON.stringify(event)).digest('base64url')
    return { ...event, etag: `"${etag}"` }
  }

  function overlapping(calendarId: string, from: number, to: number): GoogleEvent[] {
    return [...eventsOf(calendarId).values()]
      .filter((event) => instantOf(event.start) < to && instantOf(event.end) > from)
      .toSorted((a, b) => instantOf(a.start) - instantOf(b.start))
  }

  return {
    ...options,
    calendars,
    calendar,
    state,
    /**
     * Creates an event. Generates an ID if there is none. Rejects an ID that has been used, even by a deleted event.
     */
    insert(calendarId: string, given: GoogleEvent): GoogleEvent {
      const { id } = calendar(calendarId)
      const eventId = given.id ?? randomBytes(16).toString('hex')
      if (!ID.test(eventId)) throw invalid('Invalid resource id value.')
      if (eventsOf(id).has(eventId)) {
        throw new GoogleError(409, 'duplicate', 'The requested identifier already exists.')
      }
      const now = clock().toISOString()
      const person = { email: options.email, self: true }
      const event = checked({
        ...given,
        kind: 'calendar#event',
        id: eventId,
        status: given.status ?? 'confirmed',
        htmlLink: `/event?eid=${eventId}`,
        created: now,
        updated: now,
        creator: person,
        organizer: id === options.email ? person : { email: id, self: true },
        iCalUID: `${eventId}@google.com`,
        sequence: 0,
        eventType: 'default',
      })
      eventsOf(id).set(eventId, event)
      return event
    },
    /** Finds an event, even if it is deleted. */
    get(calendarId: string, eventId: string): GoogleEvent {
      const event = eventsOf(calendar(calendarId).id).get(eventId)
      if (!event) throw notFound()
      return event
    },
    patch(calendarId: string, eventId: string, changes: GoogleEvent): GoogleEvent {
      const before = this.get(calendarId, eventId)
      const event = checked({
        ...before,
        ...changes,
        id: eventId,
        created: before.created ?? null,
        updated: clock().toISOString(),
        sequence: (before.sequence ?? 0) + 1,
      })
      eventsOf(calendar(calendarId).id).set(eventId, event)
      return event
    },
    remove(calendarId: string, eventId: string): void {
      if (this.get(calendarId, eventId).status === 'cancelled') throw gone()
      this.patch(calendarId, eventId, { status: 'cancelled' })
    },
    /** Returns the events that overlap a period, in order of their starts. */
    list(
      calendarId: string,
      {
        from = -Infinity,
        to = Infinity,
        deleted = false,
      }: { from?: number; to?: number; deleted?: boolean } = {},
    ): GoogleEvent[] {
      const { id } = calendar(calendarId)
      return overlapping(id, from, to).filter(({ status }) => deleted || status !== 'cancelled')
    },
    /** Returns the busy periods of a calendar, in order and without overlaps. */
    busy(calendarId: string, from: number, to: number): calendar_v3.Schema$TimePeriod[] {
      const merged: [from: number, to: number][] = []
      for (const event of overlapping(calendar(calendarId).id, from, to).filter(isBusy)) {
        const start = Math.max(from, instantOf(event.start))
        const end = Math.min(to, instantOf(event.end))
        const last = merged.at(-1)
        if (last && start <= last[1]) last[1] = Math.max(last[1], end)
        else merged.push([start, end])
      }
      return merged.map(([start, end]) => ({ start: rfc3339(start), end: rfc3339(end) }))
    },
  }
}

export type Account = ReturnType<typeof createAccount>

const rfc3339 = (instant: number) => new Date(instant).toISOString().replace('.000Z', 'Z')
