import type { Query } from '@tanstack/query-core'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import { MINUTE_MS } from '../domain/durations.ts'
import { loadedAt, now } from '../platform/clock.ts'
import { isOffline, onBackOnline } from '../platform/online.ts'
import { queryClient } from './query-client.ts'

/** How old the oldest answer on screen is that should be newer, and why it is not yet. */
export interface AnswerAge {
  /** When it came, in milliseconds since 1970. */
  updatedAt: number
  state: 'refreshing' | 'offline'
}

/** Milliseconds. Younger answers are renewed without a word. */
const YOUNG = MINUTE_MS

/** On screen, and either kept from an earlier visit or not to be renewed just now. */
function isOutdated(query: Query): boolean {
  const { data, dataUpdatedAt, error, isInvalidated } = query.state
  if (data === undefined || !query.isActive()) return false
  return error !== null || (isInvalidated && dataUpdatedAt < loadedAt())
}

function currentAge(): AnswerAge | null {
  const outdated = queryClient.getQueryCache().getAll().filter(isOutdated)
  if (outdated.length === 0) return null
  const updatedAt = Math.min(...outdated.map(({ state }) => state.dataUpdatedAt))
  if (isOffline()) return { updatedAt, state: 'offline' }
  const isFetching = outdated.some(({ state }) => state.fetchStatus === 'fetching')
  return isFetching && now().getTime() - updatedAt > YOUNG ? { updatedAt, state: 'refreshing' } : null
}

const $age = atom<AnswerAge | null>(null)

/**
 * The age that every screen owes its reader; null while all that it shows is as new as can be. What a server that
 * is reached refuses or fails is told by the part that asked for it.
 */
export const $answerAge: ReadableAtom<AnswerAge | null> = $age

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
