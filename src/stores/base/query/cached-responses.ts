import type { Query, QueryKey } from '@tanstack/query-core'
import { DAY_MS, MINUTE_MS } from '../../../domain/time/durations.ts'
import { now } from '../../../platform/clock.ts'
import { logWarning } from '../../../platform/log.ts'
import { whenIdle } from '../../../platform/page/timing.ts'
import { SETUP_REQUIRED_KEY } from '../../../platform/session/early/setup-required.ts'
import { hintSession, isNamed, presumeSession } from '../../../platform/session/hint.ts'
import {
  type CachedResponse,
  type ResponseCache,
  responseCache,
} from '../../../platform/session/response-cache.ts'
import { $session, type Session } from '../../../platform/session/session.ts'
import { sessionStamp } from '../../../platform/session-stamp.ts'
import { readItem } from '../../../platform/storage/storage.ts'
import { isLong, isStored, queryClient } from './client.ts'
import { pack, unpack } from './packed.ts'
import { until } from './until.ts'

/** Milliseconds after which a cached response is too old to show. */
const MAX_AGE = 7 * DAY_MS

/**
 * Returns the stamp of the session and the response format, so that a build with another format does not read these
 * responses.
 */
const stampOf = () => {
  const stamp = sessionStamp()
  return stamp && `${import.meta.env.CONTRACT_VERSION ?? ''};${stamp}`
}

/**
 * Shows the responses that this device cached on the last visit until the server responds, and caches new responses.
 * The cache holds one user's data in one organization and is bound to this browser's sign-in: data of another sign-in
 * or organization replaces it, and `guardSession` deletes it after a sign-out. While the organizations feature is off,
 * it shows none. Resolves once the cached responses are
 * in the query cache.
 */
export async function cacheResponses(cache: ResponseCache = responseCache): Promise<void> {
  const stamp = readItem(SETUP_REQUIRED_KEY) === null ? stampOf() : null
  const reading = stamp ? readAll(cache, stamp) : cache.clear()
  const cached = await reading.catch((error: unknown) =>
    logWarning('The data cached on this device could not be read', error),
  )
  // The server can respond before the device's storage does.
  const arrived = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })
  if (cached) {
    restore(cached.responses, cached.owner.session)
    hintSession(cached.owner.session)
  }
  void presumeSession()
  // Another tab can sign in as someone else before this tab's session changes.
  let userId: string | undefined
  let userStamp: string | null = null
  $session.subscribe(({ user }) => {
    if (user?.id === userId) return
    userId = user?.id
    userStamp = stampOf()
  })
  const cacheLater = (query: Query) => cacheResponse(query, cache, () => stampOf() === userStamp)
  arrived.forEach(cacheLater)
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') cacheLater(event.query)
  })
}

async function readAll(cache: ResponseCache, stamp: string): ReturnType<ResponseCache['read']> {
  const cached = await cache.read(stamp)
  if (!cached) return null
  const responses: CachedResponse[] = []
  for (const response of cached.responses) responses.push({ ...response, data: await unpack(response.data) })
  return { ...cached, responses }
}

function restore(responses: readonly CachedResponse[], { organization }: Session): void {
  const oldest = now().getTime() - MAX_AGE
  for (const { question, data, updatedAt } of responses) {
    const key = JSON.parse(question) as QueryKey
    const isShown = organization && key[0] === organization.id && updatedAt > oldest && isStored(key)
    if (!isShown || queryClient.getQueryData(key) !== undefined) continue
    queryClient.setQueryData(key, data, { updatedAt })
    // Every page load refetches data, however recent it is.
    void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
  }
}

/**
 * Milliseconds between two writes of a long list. The next visit requests only what has changed since the last write.
 */
const LONG_PAUSE = MINUTE_MS

/** The queries whose responses are waiting to be written, and when a query's long response was last written. */
const due = new Set<Query>()
const written = new WeakMap<Query, number>()

/** Resolves when a query's response can be written. */
async function whenWritable(query: Query): Promise<void> {
  const earliest = isLong(query.state.data) ? (written.get(query) ?? 0) + LONG_PAUSE : 0
  const wait = earliest - now().getTime()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  await whenIdle()
}

/** Caches the newest response to a query once the page is idle. */
function cacheResponse(query: Query, cache: ResponseCache, isSameUser: () => boolean): void {
  if (due.has(query) || !isStored(query.queryKey)) return
  due.add(query)
  void Promise.all([whenWritable(query), until($session, isNamed)]).then(async () => {
    due.delete(query)
    if (isLong(query.state.data)) written.set(query, now().getTime())
    const { dataUpdatedAt: updatedAt } = query.state
    const data = await pack(query.state.data)
    const session = $session.get()
    const stamp = stampOf()
    if (!stamp || !isSameUser() || data === undefined || session.organization?.id !== query.queryKey[0])
      return
    const question = JSON.stringify(query.queryKey)
    cache
      .write({ stamp, session }, { question, updatedAt, data })
      .catch((error: unknown) => logWarning('Responses cannot be cached on this device', error))
  })
}
