import type { Kysely } from 'kysely'
import {
  addCalendarSource,
  closeCalendarFeed,
  openCalendarFeed,
  removeCalendarSource,
} from '../../src/contract/calendar-setup.ts'
import { CALENDAR_SERVICES, getCalendars, MOST_SOURCES } from '../../src/contract/calendars.ts'
import { newId } from '../base/ids.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { createMemberReads } from '../http/member-reads.ts'
import { type Api, mount } from '../http/mount.ts'
import { requireSecrets } from '../http/not-configured.ts'
import { blockedAddresses } from '../net/public-address.ts'
import type { Window } from './busy-in.ts'
import { feedUrl } from './feed.ts'
import { readSource, sourceAddress } from './read-source.ts'
import { calendarService, connectionsOf } from './services.ts'
import { placeOf, storedOf } from './sources.ts'
import { windowOf } from './window.ts'

/**
 * Mounts the endpoints for the private feed of the organization's estimate calls, and the calendars whose appointments
 * block calls.
 */
export function mountCalendars(api: Api): void {
  const { db, clock, config, secrets } = api.deps
  const alone = createMemberReads(api.deps, 'calendarsAdded', 'A calendar is being added already')

  mount(api, getCalendars, async ({ organizationId }) => {
    const feed = await db
      .selectFrom('calendar_feeds')
      .select('created_at')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    const sources = await db
      .selectFrom('calendar_sources')
      .select(['id', 'host', 'read_at', 'error', 'unread'])
      .where('organization_id', '=', organizationId)
      .orderBy('added_at')
      .orderBy('id')
      .execute()
    const connections = await connectionsOf(db, organizationId)
    return {
      has_feed: feed !== undefined,
      sources: sources.map(presentSource),
      services: CALENDAR_SERVICES.filter((name) => calendarService(api.deps, name) !== null),
      connected: connections.map(({ service }) => service),
      revoked: connections.flatMap(({ service, state }) => (state === 'revoked' ? service : [])),
    }
  })

  mount(api, openCalendarFeed, async ({ organizationId, userId, body: { renew } }) => {
    const feed = { token: newId('feed'), created_at: clock(), created_by: userId }
    const { token } = await db
      .insertInto('calendar_feeds')
      .values({ organization_id: organizationId, ...feed })
      .onConflict((conflict) =>
        conflict
          .column('organization_id')
          .doUpdateSet(renew ? feed : ({ ref }) => ({ token: ref('calendar_feeds.token') })),
      )
      .returning('token')
      .executeTakeFirstOrThrow()
    return { url: feedUrl(config.origins.widget, token) }
  })

  mount(api, closeCalendarFeed, async ({ organizationId }) => {
    await db.deleteFrom('calendar_feeds').where('organization_id', '=', organizationId).execute()
  })

  mount(api, addCalendarSource, async ({ organizationId, body }) => {
    const sealing = requireSecrets(api.deps, 'calendar_addresses')
    await rejectFull(db, organizationId)
    const now = clock()
    const window = await windowOf(db, organizationId, now)
    const { address, read } = await alone(organizationId, () => readFirst(organizationId, body.url, window))
    const id = newId('calendar')
    const row = {
      id,
      organization_id: organizationId,
      sealed_address: sealing.seal(address.href, placeOf(id)),
      host: address.host,
      added_at: now,
      checked_at: now,
      read_at: now,
      ...storedOf(read, window),
    }
    await db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      const known = await rejectFull(tx, organizationId)
      if (known.some((each) => addressOf(each) === address.href)) {
        throw new HttpError(409, 'This calendar has already been added')
      }
      await tx.insertInto('calendar_sources').values(row).execute()
    })
    return presentSource(row)
  })

  /** Returns the address; null if the key that sealed it is lost. */
  function addressOf({ id, sealed_address }: { id: string; sealed_address: string }): string | null {
    try {
      return secrets?.open(sealed_address, placeOf(id)) ?? null
    } catch {
      return null
    }
  }

  async function readFirst(organizationId: string, url: string, window: Window) {
    const address = sourceAddress(url)
    return {
      address,
      read: await readSource(address, window, {
        organizationId,
        isPrivate: blockedAddresses(config.isLocal),
      }),
    }
  }

  mount(api, removeCalendarSource, async ({ organizationId, params }) => {
    const removed = await db
      .deleteFrom('calendar_sources')
      .where('organization_id', '=', organizationId)
      .where('id', '=', params.sourceId)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw new HttpError(404, 'This calendar is no longer read')
  })
}

/** Returns the organization's calendars. Rejects if the maximum number is reached. */
async function rejectFull(db: Kysely<Database>, organizationId: string) {
  const known = await db
    .selectFrom('calendar_sources')
    .select(['id', 'sealed_address'])
    .where('organization_id', '=', organizationId)
    .execute()
  if (known.length >= MOST_SOURCES) throw new HttpError(409, `At most ${MOST_SOURCES} calendars are read`)
  return known
}

interface StoredSource {
  id: string
  host: string
  read_at: Date | null
  error: string | null
  unread?: string | null
}

const presentSource = ({ id, host, read_at, error, unread = null }: StoredSource) => ({
  id,
  host,
  read_at: read_at?.toISOString() ?? null,
  error,
  unread,
})
