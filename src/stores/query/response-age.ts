import type { Query } from '@tanstack/query-core'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import { MINUTE_MS } from '../../domain/time/durations.ts'
import { loadedAt, now } from '../../platform/clock.ts'
import { isOffline, onBackOnline } from '../../platform/page/page-state.ts'
import { queryClient } from './client.ts'

/** The age of the oldest outdated response on screen, and the reason why it is outdated. */
export interface ResponseAge {
  /** The time when it arrived, in milliseconds since 1970. */
  updatedAt: number
  state: 'refreshing' | 'offline'
}

/** Milliseconds. Newer responses are refreshed without a notice. */
const YOUNG = MINUTE_MS

/** Returns whether a displayed response is from an earlier visit or cannot be refreshed now. */
function isOutdated(query: Query): boolean {
  const { data, dataUpdatedAt, error, isInvalidated } = query.state
  if (data === undefined || !query.isActive()) return false
  return error !== null || (isInvalidated && dataUpdatedAt < loadedAt())
}

function currentAge(): ResponseAge | null {
  const outdated = queryClient.getQueryCache().getAll().filter(isOutdated)
  if (outdated.length === 0) return null
  const updatedAt = Math.min(...outdated.map(({ state }) => state.dataUpdatedAt))
  if (isOffline()) return { updatedAt, state: 'offline' }
  const isFetching = outdated.some(({ state }) => state.fetchStatus === 'fetching')
  return isFetching && now().getTime() - updatedAt > YOUNG ? { updatedAt, state: 'refreshing' } : null
}

const $age = atom<ResponseAge | null>(null)

/**
 * The age to show on every screen; null while all data is current. If the server can be reached, each component shows
 * the errors of its own requests.
 */
export const $responseAge: ReadableAtom<ResponseAge | null> = $age

onMount($age, () => {
  let isDue = false
  const update = () => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      const next = currentAge()
      if (JSON.stringify(next) !== JSON.stringify($age.get())) $age.set(next)
    })
  }
  update()
  const undo = [queryClient.getQueryCache().subscribe(update), onBackOnline(update)]
  return () => {
    for (const stop of undo) stop()
  }
})
