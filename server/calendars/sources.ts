import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import { severalAtOnce } from '../../src/domain/common/several-at-once.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { inTime } from '../base/in-time.ts'
import { type Busy, DAYS_AHEAD } from '../call-times/slots.ts'
import type { Database } from '../db/schema.ts'
import { blockedAddresses } from '../net/public-address.ts'
import { Unreadable } from '../net/safe-fetch.ts'
import type { Window } from './busy-in.ts'
import { connectedTimes, refreshConnections } from './connections.ts'
import { type ReadSource, readSource, TooCostly } from './read-source.ts'
import type { ServiceDeps } from './services.ts'
import { windowOf } from './window.ts'

const BOOKED_AHEAD_MS = (DAYS_AHEAD + 1) * DAY_MS
/** How many hours a calendar is not read again after it took too much. */
const PAUSE_HOURS = 6

/** Returns the place for sealing the address of a calendar. */
export const placeOf = (id: string) => `calendar_sources.${id}`

/** The times at which an organization's calendars allow calls. */
export interface CalendarTimes {
  /** Appointments that are not over. */
  busy: Busy[]
  /** The only possible start times of calls; null means any. */
  starts: ReadonlySet<number> | null
}

/** Returns the times of an organization's calendars, as last read. */
export async function calendarTimes(
  db: Kysely<Database>,
  organizationId: string,
  now: Date,
): Promise<CalendarTimes> {
  const rows = await db
    .selectFrom('calendar_sources')
    .select('busy')
    .where('organization_id', '=', organizationId)
    .execute()
  const connected = await connectedTimes(db, organizationId, now)
  const busy = [...rows.flatMap((row) => row.busy), ...connected.busy]
    .filter(([, to]) => to > now.getTime())
    .map(([from, to]) => ({ from: new Date(from), to: new Date(to) }))
  return { busy, starts: connected.starts }
}

/** Returns the columns of a calendar that was read. */
export const storedOf = ({ read, etag }: ReadSource, { to, timezone }: Window) => ({
  error: null,
  not_before: null,
  etag,
  ...(read && {
    busy: JSON.stringify(read.busy),
    unread: read.unread,
    known_until: new Date(to),
    known_in: timezone,
  }),
})

/** Which calendars to read: those of an organization that were last requested before `before`. */
export interface DueCalendars {
  organizationId: string
  before: Date
  /** The most to read. By default, all are read. */
  most?: number
}

const isDue = (before: Date, now: Date) => (where: ExpressionBuilder<Database, 'calendar_sources'>) =>
  where.and([
    where.or([where('checked_at', 'is', null), where('checked_at', '<', before)]),
    where.or([where('not_before', 'is', null), where('not_before', '<=', now)]),
  ])

/** Returns the organizations with calendars that were last requested before `before`. */
export const organizationsWithSources = (
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  before: Date,
): Promise<{ organization_id: string }[]> =>
  db
    .selectFrom('calendar_sources')
    .select('organization_id')
    .where(isDue(before, clock()))
    .groupBy('organization_id')
    .orderBy(
      ({ fn }) => fn.min('checked_at'),
      (order) => order.asc().nullsFirst(),
    )
    .execute()

/**
 * Reads calendars, unless another server is reading them. If a read fails, the last appointments stay, with the
 * reason. A calendar that takes too much is read again only after hours.
 */
export async function refreshSources(
  deps: ServiceDeps,
  { organizationId, before, most }: DueCalendars,
): Promise<void> {
  const { db, clock } = deps
  const due = db
    .selectFrom('calendar_sources')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(isDue(before, clock()))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
  await severalAtOnce(AT_ONCE, await due.execute(), async ({ id }) => {
    const source = await db
      .updateTable('calendar_sources')
      .set({ checked_at: clock() })
      .where('id', '=', id)
      .where(isDue(before, clock()))
      .returningAll()
      .executeTakeFirst()
    if (source) await refresh(deps, source)
  })
}

/** The number of an organization's calendars that are read at the same time. */
const AT_ONCE = 4

async function refresh(deps: ServiceDeps, source: Selectable<Database['calendar_sources']>): Promise<void> {
  const { db, clock, config, secrets, log } = deps
  const now = clock()
  const result = await attempt().catch((error: unknown) => {
    if (error instanceof TooCostly) {
      return {
        error: `${error.message} It is read again after ${PAUSE_HOURS} hours.`,
        not_before: new Date(now.getTime() + PAUSE_HOURS * HOUR_MS),
      }
    }
    if (error instanceof Unreadable) return { error: error.message }
    log.warn({ err: error }, 'a calendar could not be read')
    return { error: `The calendar of ${source.host} cannot be read.` }
  })
  await db.updateTable('calendar_sources').set(result).where('id', '=', source.id).execute()

  async function attempt() {
    if (!secrets) throw new Error('There is no key that opens the address')
    const window = await windowOf(db, source.organization_id, now)
    const isKnown =
      source.known_in === window.timezone &&
      (source.known_until?.getTime() ?? 0) > now.getTime() + BOOKED_AHEAD_MS
    const read = await readSource(new URL(secrets.open(source.sealed_address, placeOf(source.id))), window, {
      organizationId: source.organization_id,
      etag: isKnown ? source.etag : null,
      isPrivate: blockedAddresses(config.isLocal),
    })
    return { ...storedOf(read, window), read_at: now }
  }
}

/** The maximum age of appointments when a call is booked, and how long a visitor waits for newer ones. */
const FRESH_MS = MINUTE_MS
const VISITOR_WAITS_MS = 4_000

/**
 * Reads the organization's calendars before a visitor's message that can book a call. A read that takes longer than the
 * visitor waits continues, for later messages.
 */
export async function refreshForBooking(deps: ServiceDeps, organizationId: string): Promise<void> {
  const before = new Date(deps.clock().getTime() - FRESH_MS)
  const due = { organizationId, before }
  const reading = Promise.all([refreshSources(deps, due), refreshConnections(deps, due)]).catch(
    (error: unknown) => deps.log.error({ err: error }, 'the calendars could not be read'),
  )
  await inTime(reading, VISITOR_WAITS_MS, () => new Error('The calendars take too long')).catch(
    () => undefined,
  )
}
