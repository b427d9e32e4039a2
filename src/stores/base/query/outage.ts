import { atom, onMount, type ReadableAtom } from 'nanostores'
import { canReachApi } from '../../../api/client.ts'
import { NetworkError, TimeoutError } from '../../../api/errors.ts'
import { SECOND_MS } from '../../../domain/time/durations.ts'
import { isOffline, onConnection } from '../../../platform/page/page-state.ts'
import { queryClient } from './client.ts'

/** Why nothing arrives: the browser has no connection, or the server does not respond. Null if neither is known. */
export type Outage = 'offline' | 'unreachable' | null

/** Milliseconds between two checks of a server that does not respond. */
const PAUSE = 5 * SECOND_MS

const $state = atom<Outage>(null)

/**
 * The outage, if there is one. A single call that fails is none: the server is unreachable only if it does not respond
 * to a check either. While it is unreachable, it is checked every few seconds. When it responds again, what could not
 * be loaded is fetched.
 */
export const $outage: ReadableAtom<Outage> = $state

let isUnreachable = false
let checking: Promise<void> | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function update(): void {
  if (isOffline()) {
    // When the browser is online again, every displayed query is fetched anyway, and shows whether the server responds.
    isUnreachable = false
    clearTimeout(timer)
  }
  const next = isOffline() ? 'offline' : isUnreachable ? 'unreachable' : null
  if (next !== $state.get()) $state.set(next)
}

async function check(): Promise<void> {
  clearTimeout(timer)
  const isReached = await canReachApi()
  const wasUnreachable = isUnreachable
  isUnreachable = !isReached
  update()
  if (isUnreachable) timer = setTimeout(checkServer, PAUSE)
  else if (wasUnreachable && !isOffline()) refetchFailed()
}

function refetchFailed(): void {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error !== null || state.fetchFailureCount > 0 || state.isInvalidated,
  })
}

/** Checks whether the server responds. Resolves when that is known. */
export function checkServer(): Promise<void> {
  checking ??= check().finally(() => {
    checking = null
  })
  return checking
}

/** Checks whether the server responds if an error suggests that it does not. */
export function suspectOutage(error: unknown): void {
  const isSuspect = error instanceof NetworkError || error instanceof TimeoutError
  if (isSuspect && !isUnreachable && !isOffline()) void checkServer()
}

onMount($state, () => {
  update()
  const stops = [
    onConnection(update),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      if (event.action.type === 'failed' || event.action.type === 'error') suspectOutage(event.action.error)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(timer)
  }
})
