import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { faulty } from '../lib/guard.ts'
import { bearerOf } from '../lib/oauth.ts'
import { type Account, type Booking, CalError } from './account.ts'
import type { Play } from './context.ts'

/** The versions that Cal.com documents for each resource. */
const VERSIONS: Record<string, string> = {
  bookings: '2024-08-13',
  slots: '2024-09-04',
  'event-types': '2024-06-14',
}

const Instant = v.pipe(v.string(), v.isoTimestamp())

const NewBooking = v.object({
  start: Instant,
  eventTypeId: v.pipe(v.number(), v.integer()),
  attendee: v.pipe(
    v.object({
      name: v.string(),
      email: v.optional(v.pipe(v.string(), v.email('Invalid email format'))),
      phoneNumber: v.optional(
        v.pipe(
          v.string(),
          v.regex(/^\+\d{8,15}$/, 'Invalid phone number format. Please use international format.'),
        ),
      ),
      timeZone: v.pipe(v.string(), v.nonEmpty()),
      language: v.optional(v.string()),
    }),
    v.check(
      ({ email, phoneNumber }) => Boolean(email || phoneNumber),
      'At least one contact method (email or phone number) must be provided',
    ),
  ),
  location: v.optional(v.object({ type: v.string(), phone: v.optional(v.string()) })),
  metadata: v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(500)))),
  bookingFieldsResponses: v.optional(v.record(v.string(), v.unknown())),
})
const Moved = v.object({ start: Instant, reschedulingReason: v.optional(v.string()) })
const Canceled = v.object({ cancellationReason: v.optional(v.string()) })
const NewWebhook = v.object({
  active: v.boolean(),
  subscriberUrl: v.pipe(v.string(), v.url()),
  triggers: v.array(v.string()),
  secret: v.optional(v.string()),
})

async function read<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = v.safeParse(schema, await c.req.json().catch(() => null))
  if (!body.success) {
    throw new CalError(400, 'BadRequestException', body.issues.map(({ message }) => message).join(', '))
  }
  return body.output
}

/** Returns the routes of API v2 that the product uses. */
export function apiRoutes(play: Play): Hono {
  const app = new Hono()
  const accountOf = (c: Context): Account => {
    const key = bearerOf(c)
    const account = play.accounts.find(({ options }) => options.key === key)
    if (!account || account.state.isRevoked || play.faults.current('api') === 'revoked') {
      throw new CalError(401, 'UnauthorizedException', 'Invalid API Key')
    }
    return account
  }
  const done = (c: Context, data: unknown, status: 200 | 201 = 200) =>
    c.json({ status: 'success', data }, status)

  const resourceOf = (c: Context) => /\/v2\/([\w-]+)/.exec(c.req.path)?.[1] ?? ''
  const misbehaving = faulty({
    faults: play.faults,
    to: (c) => ['api', resourceOf(c)],
    ignores: (fault) => fault === 'taken' || fault === 'lost',
    answer(fault, c, ms) {
      if (fault === 'down') throw new CalError(503, 'ServiceUnavailable', 'Service unavailable')
      if (fault === 'limited') {
        c.header('Retry-After', String(Math.ceil(ms / 1_000)))
        throw new CalError(429, 'ThrottlerException', 'ThrottlerException: Too Many Requests')
      }
      if (fault !== 'html') return undefined
      return c.html('<!doctype html><title>502</title><h1>Bad gateway</h1>') as Response
    },
  })
  app.use('*', misbehaving, async (c, next) => {
    const resource = resourceOf(c)
    const version = VERSIONS[resource]
    if (version !== undefined && c.req.header('cal-api-version') !== version) {
      throw new CalError(404, 'NotFoundException', `Cannot ${c.req.method} ${c.req.path} without its version`)
    }
    return next()
  })

  /** Responds after the webhooks have, as Cal.com does, or loses the response after everything has been done. */
  const answered = async (c: Context, act: () => Booking, status: 200 | 201 = 200) => {
    const data = await play.webhooks.reported(act)
    if (play.faults.current('api', 'bookings') !== 'lost') return done(c, data, status)
    play.faults.spend()
    throw new CalError(500, 'INTERNAL_SERVER_ERROR', 'The answer got lost')
  }
  /** Lets someone else book the time just before the request does. */
  const race = (account: Account, eventTypeId: number, start: string) => {
    if (play.faults.current('api', 'bookings') !== 'taken') return
    play.faults.spend()
    const attendees = [{ name: 'Somebody Else', email: 'else@example.com', timeZone: 'America/New_York' }]
    account.book({ eventTypeId, start, attendees })
  }

  app.get('/me', (c) => {
    const { username, email, timezone: timeZone } = accountOf(c).options
    return done(c, { id: 1, username, email, timeZone })
  })
  app.get('/event-types', (c) => done(c, accountOf(c).options.eventTypes))
  app.get('/slots', (c) => {
    const { eventTypeId, start = '', end = '', timeZone, bookingUidToReschedule } = c.req.query()
    const [from, to] = [Date.parse(start), Date.parse(end)]
    if (Number.isNaN(from) || Number.isNaN(to))
      throw new CalError(400, 'BadRequestException', 'start and end')
    return done(c, accountOf(c).slots(Number(eventTypeId), from, to, timeZone, bookingUidToReschedule))
  })

  app.get('/bookings', (c) => {
    const { eventTypeId, status = '', afterStart = '', beforeEnd = '', take = '100' } = c.req.query()
    const statuses = status.split(',').filter(Boolean)
    const isShown = (booking: Booking) =>
      (eventTypeId === undefined || booking.eventTypeId === Number(eventTypeId)) &&
      (statuses.length === 0 ||
        statuses.includes(booking.status === 'accepted' ? 'upcoming' : 'cancelled')) &&
      (afterStart === '' || booking.start > new Date(afterStart).toISOString()) &&
      (beforeEnd === '' || booking.end < new Date(beforeEnd).toISOString())
    return done(c, accountOf(c).state.bookings.filter(isShown).slice(0, Number(take)))
  })
  app.post('/bookings', async (c) => {
    const account = accountOf(c)
    const { attendee, location: _, ...given } = await read(c, NewBooking)
    race(account, given.eventTypeId, given.start)
    const { email, phoneNumber, language, ...person } = attendee
    const attendees = [
      {
        ...person,
        ...(email && { email }),
        ...(phoneNumber && { phoneNumber }),
        ...(language && { language }),
      },
    ]
    const { metadata = {}, bookingFieldsResponses = {}, start, eventTypeId } = given
    const booking = { start, eventTypeId, attendees, metadata, bookingFieldsResponses }
    return answered(c, () => account.book(booking), 201)
  })
  app.get('/bookings/:uid', (c) => done(c, accountOf(c).booking(c.req.param('uid'))))
  app.post('/bookings/:uid/reschedule', async (c) => {
    const account = accountOf(c)
    const { start, reschedulingReason } = await read(c, Moved)
    race(account, account.booking(c.req.param('uid')).eventTypeId, start)
    return answered(c, () => account.move(c.req.param('uid'), start, reschedulingReason), 201)
  })
  app.post('/bookings/:uid/cancel', async (c) => {
    const { cancellationReason } = await read(c, Canceled)
    const account = accountOf(c)
    return answered(c, () => account.cancel(c.req.param('uid'), cancellationReason))
  })

  app.post('/webhooks', async (c) => {
    const account = accountOf(c)
    const { secret, ...given } = await read(c, NewWebhook)
    const webhook = { id: crypto.randomUUID(), ...given, ...(secret && { secret }) }
    account.state.webhooks.push(webhook)
    return done(c, webhook, 201)
  })
  app.delete('/webhooks/:id', (c) => {
    const { state } = accountOf(c)
    const index = state.webhooks.findIndex(({ id }) => id === c.req.param('id'))
    if (index === -1) throw new CalError(404, 'NotFoundException', 'Webhook not found')
    return done(c, state.webhooks.splice(index, 1)[0])
  })
  return app
}
