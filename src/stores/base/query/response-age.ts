import type { Query } from '@tanstack/query-core'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import { MINUTE_MS, SECOND_MS } from '../../../domain/time/durations.ts'
import { loadedAt, now } from '../../../platform/clock.ts'
import { isOffline, onBackOnline } from '../../../platform/page/page-state.ts'
import { queryClient } from './client.ts'

/**
 * The age of the oldest outdated response on screen, and the reason why it is outdated. `slow` if a first response takes
 * longer than usual.
 */
export type ResponseAge =
  | {
      /** The time when it arrived, in milliseconds since 1970. */
      updatedAt: number
      state: 'refreshing' | 'offline'
    }
  | { state: 'slow' }

/** Milliseconds. Newer responses are refreshed without a notice. */
const YOUNG = MINUTE_MS
/** Milliseconds after which a first response takes longer than usual. */
const PATIENCE = 10 * SECOND_MS

/** Returns whether a displayed response is from an earlier visit or cannot be refreshed now. */
function isOutdated(query: Query): boolean {
  const { data, dataUpdatedAt, error, isInvalidated } = query.state
  if (data === undefined || !query.isActive()) return false
  return error !== null || (isInvalidated && dataUpdatedAt < loadedAt())
}

/** Returns whether a displayed query is waiting for its first response. */
const isAwaited = (query: Query) =>
  query.state.data === undefined && query.state.fetchStatus === 'fetching' && query.isActive()

function currentAge(isSlow: boolean): ResponseAge | null {
  const outdated = queryClient.getQueryCache().getAll().filter(isOutdated)
  if (outdated.length === 0) return isSlow ? { state: 'slow' } : null
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
  let isSlow = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchFirst = () => {
    if (queryClient.getQueryCache().getAll().some(isAwaited)) {
      timer ??= setTimeout(() => {
        isSlow = true
        update()
      }, PATIENCE)
    } else {
      clearTimeout(timer)
      timer = undefined
      isSlow = false
    }
  }
  const update = () => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      watchFirst()
      const next = currentAge(isSlow)
      if (JSON.stringify(next) !== JSON.stringify($age.get())) $age.set(next)
    })
  }
  update()
  const undo = [queryClient.getQueryCache().subscribe(update), onBackOnline(update)]
  return () => {
    clearTimeout(timer)
    for (const stop of undo) stop()
  }
})
