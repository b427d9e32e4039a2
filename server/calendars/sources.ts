import type { ExpressionBuilder, Kysely } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { type Busy, DAYS_AHEAD } from '../agent/schedule/slots.ts'
import { readProfile } from '../api/settings/stored-profile.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { refusedAddresses } from '../net/public-address.ts'
import { Unreadable } from '../net/safe-fetch.ts'
import type { Window } from './busy-in.ts'
import { type ReadSource, readSource } from './read-source.ts'

/** How far appointments are read: further than calls are booked, so that an unchanged calendar need not be read daily. */
const DAYS_KNOWN = 30
const BOOKED_AHEAD_MS = (DAYS_AHEAD + 1) * DAY_MS

/** Where the address of a calendar is sealed. */
export const placeOf = (id: string) => `calendar_sources.${id}`

export type SourceReader = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets' | 'log'>

/** Returns the appointments of the organization's calendars that are not over, as last read. */
export async function appointments(db: Kysely<Database>, organizationId: string, now: Date): Promise<Busy[]> {
  const rows = await db
    .selectFrom('calendar_sources')
    .select('busy')
    .where('organization_id', '=', organizationId)
    .execute()
  return rows
    .flatMap(({ busy }) => busy)
    .filter(([, to]) => to > now.getTime())
    .map(([from, to]) => ({ from: new Date(from), to: new Date(to) }))
}

/** Returns what of an organization's calendars counts now, and the zone of times without one. */
export async function windowOf(db: Kysely<Database>, organizationId: string, now: Date): Promise<Window> {
  const { timezone } = await readProfile(db, organizationId)
  return {
    from: now.getTime(),
    to: now.getTime() + DAYS_KNOWN * DAY_MS,
    timezone: timezone ?? 'UTC',
  }
}

/** What is stored of a calendar that was read. */
export const storedOf = ({ busy, etag }: ReadSource, { to, timezone }: Window) => ({
  error: null,
  etag,
  ...(busy && { busy: JSON.stringify(busy), known_until: new Date(to), known_in: timezone }),
})

/**
 * Reads calendars that were not requested since `before`, of one organization or of all, and that nobody else reads
 * meanwhile. What could not be read keeps its last appointments, and says why.
 */
export async function refreshSources(
  deps: SourceReader,
  { organizationId, before }: { organizationId?: string; before: Date },
): Promise<void> {
  const { db, clock } = deps
  const isDue = (where: ExpressionBuilder<Database, 'calendar_sources'>) =>
    where.or([where('checked_at', 'is', null), where('checked_at', '<', before)])
  let due = db.selectFrom('calendar_sources').select('id').where(isDue)
  if (organizationId !== undefined) due = due.where('organization_id', '=', organizationId)
  const waiting = await due.orderBy('checked_at').execute()
  const claim = (id: string) =>
    db
      .updateTable('calendar_sources')
      .set({ checked_at: clock() })
      .where('id', '=', id)
      .where(isDue)
      .returning(['id', 'organization_id', 'sealed_address', 'host', 'etag', 'known_until', 'known_in'])
      .executeTakeFirst()
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const source = await claim(next.id)
      if (source) await refresh(deps, source)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Calendars that are read at the same time. */
const AT_ONCE = 4

interface Due {
  id: string
  organization_id: string
  sealed_address: string
  host: string
  etag: string | null
  known_until: Date | null
  known_in: string | null
}

async function refresh(deps: SourceReader, source: Due): Promise<void> {
  const { db, clock, config, secrets, log } = deps
  const now = clock()
  const result = await attempt().catch((error: unknown) => {
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
      etag: isKnown ? source.etag : null,
      isPrivate: refusedAddresses(config.isLocal),
    })
    return { ...storedOf(read, window), read_at: now }
  }
}

/** How old the appointments may be when a call is booked, and how long a visitor waits for newer ones. */
const FRESH_MS = MINUTE_MS
const VISITOR_WAITS_MS = 4_000

/**
 * Reads the organization's calendars before a visitor's message that may book a call. What takes longer than the visitor
 * waits is read on, for later messages.
 */
export async function refreshForBooking(deps: SourceReader, organizationId: string): Promise<void> {
  const before = new Date(deps.clock().getTime() - FRESH_MS)
  const reading = refreshSources(deps, { organizationId, before }).catch((error: unknown) =>
    deps.log.error({ err: error }, 'the calendars could not be read'),
  )
  const { promise: patience, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, VISITOR_WAITS_MS)
  await Promise.race([reading, patience])
  clearTimeout(timer)
}
