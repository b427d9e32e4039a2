import { randomBytes } from 'node:crypto'
import { instantsOn, nextDay, wallClock } from '../../src/domain/time/calendar-day.ts'

const MINUTE = 60_000

/** A request that the stand-in rejects, with the status and code of Cal.com's response. */
export class CalError extends Error {
  readonly status: 400 | 401 | 404 | 429 | 500 | 503
  readonly code: string
  constructor(status: CalError['status'], code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const TAKEN = 'User either already has booking at this time or is not available'

export interface EventType {
  id: number
  title: string
  slug: string
  lengthInMinutes: number
  locations: { type: string }[]
}

export interface Attendee {
  name: string
  email?: string
  phoneNumber?: string
  timeZone: string
  language?: string
}

/** A booking as API v2 (2024-08-13) returns it, reduced to what the stand-in supports. */
export interface Booking {
  id: number
  uid: string
  title: string
  status: 'accepted' | 'cancelled' | 'rejected'
  start: string
  end: string
  duration: number
  eventTypeId: number
  eventType: { id: number; slug: string }
  attendees: Attendee[]
  metadata: Record<string, string>
  bookingFieldsResponses: Record<string, unknown>
  cancellationReason?: string
  reschedulingReason?: string
  rescheduledFromUid?: string
  rescheduledToUid?: string
  createdAt: string
}

export interface Webhook {
  id: string
  subscriberUrl: string
  triggers: string[]
  active: boolean
  secret?: string
}

export interface AccountOptions {
  key: string
  username: string
  email: string
  timezone: string
  eventTypes: readonly EventType[]
}

export interface AccountState {
  bookings: Booking[]
  webhooks: Webhook[]
  count: number
  isRevoked: boolean
}

export type Trigger = 'BOOKING_CREATED' | 'BOOKING_RESCHEDULED' | 'BOOKING_CANCELLED' | 'BOOKING_REJECTED'

const OPEN = { from: 9 * 60, to: 17 * 60 }
const STEP = 30
const NOTICE_MS = 60 * MINUTE

/** The bookings of one account, which is available Monday to Saturday from 9 to 5, every half hour. */
export class Account {
  readonly options: AccountOptions
  readonly state: AccountState
  readonly #clock: () => Date
  readonly #report: (account: Account, trigger: Trigger, booking: Booking) => void

  constructor(
    options: AccountOptions,
    clock: () => Date,
    report: (account: Account, trigger: Trigger, booking: Booking) => void,
    state?: AccountState,
  ) {
    this.options = options
    this.#clock = clock
    this.#report = report
    this.state = state ?? { bookings: [], webhooks: [], count: 0, isRevoked: false }
  }

  eventType(id: number): EventType {
    const type = this.options.eventTypes.find((each) => each.id === id)
    if (!type) throw new CalError(404, 'NotFoundException', `Event type with id ${id} not found.`)
    return type
  }

  booking(uid: string): Booking {
    const booking = this.state.bookings.find((each) => each.uid === uid)
    if (!booking)
      throw new CalError(404, 'NotFoundException', `Booking with uid=${uid} was not found in the database`)
    return booking
  }

  #isFree(start: number, minutes: number, besides?: string): boolean {
    const end = start + minutes * MINUTE
    return !this.state.bookings.some(
      (each) =>
        each.status === 'accepted' &&
        each.uid !== besides &&
        Date.parse(each.start) < end &&
        Date.parse(each.end) > start,
    )
  }

  #onGrid(day: string, minutes: number): number[] {
    if (new Date(`${day}T12:00:00Z`).getUTCDay() === 0) return []
    const starts: number[] = []
    for (let at = OPEN.from; at + minutes <= OPEN.to; at += STEP) starts.push(at)
    return instantsOn(day, starts, this.options.timezone)
  }

  /** Returns the free starts of an event type between two instants, by day in `timezone`. */
  slots(id: number, from: number, to: number, timezone = 'UTC', besides?: string) {
    const { lengthInMinutes: minutes } = this.eventType(id)
    const earliest = Math.max(from, this.#clock().getTime() + NOTICE_MS)
    const days: Record<string, { start: string }[]> = {}
    let { day } = wallClock(new Date(from), this.options.timezone)
    for (let ahead = 0; ahead < 62; ahead += 1, day = nextDay(day)) {
      for (const at of this.#onGrid(day, minutes)) {
        if (at < earliest || at > to || !this.#isFree(at, minutes, besides)) continue
        const shown = wallClock(new Date(at), timezone).day
        days[shown] = [...(days[shown] ?? []), { start: new Date(at).toISOString() }]
      }
    }
    return days
  }

  #rejectTaken(start: number, id: number, besides?: string): void {
    const { lengthInMinutes: minutes } = this.eventType(id)
    if (start < this.#clock().getTime()) {
      throw new CalError(400, 'BadRequestException', 'Attempting to book a meeting in the past.')
    }
    const { day } = wallClock(new Date(start), this.options.timezone)
    if (!this.#onGrid(day, minutes).includes(start) || !this.#isFree(start, minutes, besides)) {
      throw new CalError(400, 'BadRequestException', TAKEN)
    }
  }

  book(
    given: Pick<Booking, 'eventTypeId' | 'start' | 'attendees'> & Partial<Booking>,
    { isReported = true } = {},
  ): Booking {
    const type = this.eventType(given.eventTypeId)
    const start = Date.parse(given.start)
    this.#rejectTaken(start, type.id, given.rescheduledFromUid)
    this.state.count += 1
    const booking: Booking = {
      metadata: {},
      bookingFieldsResponses: {},
      ...given,
      id: this.state.count,
      uid: randomBytes(12).toString('base64url'),
      title: `${type.title} between ${this.options.username} and ${given.attendees[0]?.name ?? ''}`,
      status: 'accepted',
      start: new Date(start).toISOString(),
      end: new Date(start + type.lengthInMinutes * MINUTE).toISOString(),
      duration: type.lengthInMinutes,
      eventTypeId: type.id,
      eventType: { id: type.id, slug: type.slug },
      createdAt: this.#clock().toISOString(),
    }
    this.state.bookings.push(booking)
    if (isReported) this.#report(this, 'BOOKING_CREATED', booking)
    return booking
  }

  move(uid: string, start: string, reschedulingReason?: string): Booking {
    const before = this.booking(uid)
    if (before.status !== 'accepted') {
      throw new CalError(400, 'BadRequestException', "Can't reschedule a booking that has been cancelled")
    }
    const { cancellationReason: _, rescheduledToUid: __, ...kept } = before
    const booking = this.book(
      { ...kept, start, rescheduledFromUid: uid, ...(reschedulingReason && { reschedulingReason }) },
      { isReported: false },
    )
    before.status = 'cancelled'
    before.rescheduledToUid = booking.uid
    this.#report(this, 'BOOKING_RESCHEDULED', booking)
    return booking
  }

  cancel(uid: string, reason?: string, status: 'cancelled' | 'rejected' = 'cancelled'): Booking {
    const booking = this.booking(uid)
    if (booking.status !== 'accepted') {
      throw new CalError(
        400,
        'BadRequestException',
        `Can't cancel booking with uid=${uid}: already cancelled`,
      )
    }
    booking.status = status
    if (reason) booking.cancellationReason = reason
    this.#report(this, status === 'rejected' ? 'BOOKING_REJECTED' : 'BOOKING_CANCELLED', booking)
    return booking
  }
}
