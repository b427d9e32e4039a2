import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { CANCELED } from '../../src/domain/leads/bookings.ts'
import { calendarFeed, type EstimateCall, ownersCall } from '../../src/domain/leads/calendar-file.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { contentHash, isUnchanged } from '../base/etag.ts'
import { continueFor } from '../base/on-behalf.ts'
import { createSlots } from '../base/slots.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessName } from '../profiles/stored-profile.ts'
import { pastBookingsSince } from './past-bookings.ts'

/** Days after which a call is removed from the feed. */
const KEPT_DAYS = 30
const TOKEN = /^feed_[\dA-Za-z]{22}$/

/** Returns the URL at which calendar apps read an organization's calls. `origin` is the widget host's. */
export const feedUrl = (origin: string, token: string) => `${origin}/calendar/${token}.ics`

/** The number of feeds that are read at the same time, one of each organization, and of requests for one that wait. */
const READS = { atOnce: 4, waiting: 10 }

type Owner = NonNullable<Awaited<ReturnType<typeof ownerOf>>>

interface Feed {
  name: string
  calls: EstimateCall[]
  /** When a call was last booked, moved, canceled, or removed. */
  changedAt: Date
}

/** Returns the organization whose feed has the token. */
async function ownerOf(db: Kysely<Database>, token: string) {
  if (!TOKEN.test(token)) return null
  return db
    .selectFrom('calendar_feeds')
    .innerJoin('organizations', 'organizations.id', 'calendar_feeds.organization_id')
    .leftJoin('profiles', 'profiles.organization_id', 'calendar_feeds.organization_id')
    .select(['organizations.id', 'organizations.name', 'profiles.fields', 'calendar_feeds.created_at'])
    .where('token', '=', token)
    .executeTakeFirst()
}

async function readFeed(db: Kysely<Database>, owner: Owner, now: Date): Promise<Feed> {
  const since = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  const leads = await db
    .selectFrom('leads')
    .selectAll()
    .where('organization_id', '=', owner.id)
    .where('is_test', '=', false)
    .where('booking_start_time', '>', since)
    .orderBy('booking_start_time')
    .orderBy('id')
    .execute()
  const removal = await db
    .selectFrom('lead_removals')
    .select(({ fn }) => fn.max('removed_at').as('at'))
    .where('organization_id', '=', owner.id)
    .executeTakeFirst()
  const past = await pastBookingsSince(db, owner.id, since)
  const calls = [...past, ...leads].flatMap((lead): EstimateCall[] => {
    const { booking_start_time: start, booking_status, updated_at } = lead
    // Calendars remove a call that is missing. Not all hide one that is canceled.
    if (!start || booking_status === CANCELED) return []
    return [{ ...ownersCall(lead, start, updated_at), status: 'CONFIRMED' }]
  })
  const changes = [owner.created_at, removal?.at ?? owner.created_at, ...leads.map((lead) => lead.updated_at)]
  return {
    name: `Estimate calls: ${businessName(owner)}`,
    calls,
    changedAt: new Date(Math.max(...changes.map((at) => at.getTime()))),
  }
}

/** Serves the estimate calls of an organization as iCalendar, to calendar apps that have the URL. */
export function feedRoutes({ db, clock }: Deps): Hono {
  const app = new Hono()
  const slots = createSlots(READS)
  app.get('/calendar/:file', async (c) => {
    const headers = {
      'Cache-Control': 'private, no-cache',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    }
    const owner = await ownerOf(db, c.req.param('file').replace(/\.ics$/, ''))
    if (!owner)
      return c.text('There is no calendar at this address. It may have been replaced.', 404, headers)
    continueFor(owner.id)
    const feed = await slots.run(owner.id, () => readFeed(db, owner, clock()))
    const body = calendarFeed(feed.name, feed.calls)
    const etag = `"${contentHash(body)}"`
    const version = { ...headers, ETag: etag, 'Last-Modified': feed.changedAt.toUTCString() }
    const since = Date.parse(c.req.header('If-Modified-Since') ?? '')
    const isKnown = c.req.header('If-None-Match')
      ? isUnchanged(c, etag)
      : Math.floor(feed.changedAt.getTime() / 1_000) * 1_000 <= since
    if (isKnown) return c.body(null, 304, version)
    return c.body(body, 200, {
      ...version,
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': 'inline; filename="estimates.ics"',
    })
  })
  return app
}
