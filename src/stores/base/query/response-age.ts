import type { Query } from '@tanstack/query-core'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import { MINUTE_MS, SECOND_MS } from '../../../domain/time/durations.ts'
import { loadedAt, now } from '../../../platform/clock.ts'
import { queryClient } from './client.ts'
import { $outage, type Outage } from './outage.ts'

/**
 * What to say about the data on screen: that an outage keeps it from being current, that it is from an earlier visit
 * and is being refreshed, or, with `slow`, that a first response takes longer than usual.
 */
export type ResponseAge =
  | {
      /** The time when the oldest displayed data arrived, in milliseconds since 1970; null if there is none. */
      updatedAt: number | null
      state: NonNullable<Outage>
    }
  | { updatedAt: number; state: 'refreshing' }
  | { state: 'slow' }

/** Milliseconds. Newer responses are refreshed without a notice. */
const YOUNG = MINUTE_MS
/** Milliseconds after which a first response takes longer than usual. */
const PATIENCE = 10 * SECOND_MS

/** Returns whether a query has data that is displayed. */
const isDisplayed = (query: Query) => query.state.data !== undefined && query.isActive()

/** Returns whether a displayed response is from an earlier visit or has failed to refresh. */
function isOutdated(query: Query): boolean {
  const { dataUpdatedAt, error, isInvalidated } = query.state
  return isDisplayed(query) && (error !== null || (isInvalidated && dataUpdatedAt < loadedAt()))
}

/** Returns whether a displayed query is waiting for its first response. */
const isAwaited = (query: Query) =>
  query.state.data === undefined && query.state.fetchStatus === 'fetching' && query.isActive()

const oldest = (queries: readonly Query[]) => Math.min(...queries.map(({ state }) => state.dataUpdatedAt))

function currentAge(isSlow: boolean): ResponseAge | null {
  const all = queryClient.getQueryCache().getAll()
  const outage = $outage.get()
  if (outage) {
    const displayed = all.filter(isDisplayed)
    return { updatedAt: displayed.length > 0 ? oldest(displayed) : null, state: outage }
  }
  const outdated = all.filter(isOutdated)
  if (outdated.length === 0) return isSlow ? { state: 'slow' } : null
  const updatedAt = oldest(outdated)
  const isFetching = outdated.some(({ state }) => state.fetchStatus === 'fetching')
  return isFetching && now().getTime() - updatedAt > YOUNG ? { updatedAt, state: 'refreshing' } : null
}

const $age = atom<ResponseAge | null>(null)

/**
 * What to say on every screen; null while all data is current. If the server can be reached, each component shows the
 * errors of its own requests.
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
  const undo = [queryClient.getQueryCache().subscribe(update), $outage.listen(update)]
  return () => {
    clearTimeout(timer)
    for (const stop of undo) stop()
  }
})
