import { onlineManager, QueryObserver, type QueryObserverResult } from '@tanstack/query-core'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import { OrganizationError } from '../../../api/errors.ts'
import { isOffline } from '../../../platform/page/page-state.ts'
import { $session, type Session } from '../../../platform/session/session.ts'
import { watchSessionExpiry } from '../session/expiry.ts'
import { KINDS, type QueryKind, queryClient } from './client.ts'
import { until } from './until.ts'

export { KINDS, type QueryKind, RETENTION } from './client.ts'

export interface QueryState<Data> {
  /**
   * `ready` as soon as there is data, even during a refetch; `failed` only without data; `idle` if nothing is
   * requested.
   */
  status: 'idle' | 'loading' | 'ready' | 'failed'
  data: Data | undefined
  /** The error of the last attempt, if it failed; also set while older data is still displayed. */
  error: Error | null
  isFetching: boolean
  /** The time when the data arrived, in milliseconds since 1970; 0 without data. */
  updatedAt: number
  /** Refetches now; the result appears in this state. */
  refetch: () => Promise<void>
}

interface QueryOptions<Data, Input> {
  kind: QueryKind
  read: (organizationId: string, signal: AbortSignal, input: Input) => Promise<Data>
  /** The query's input; null sends no request. Omit it if the kind has only one query. */
  $input?: ReadableAtom<Input | null>
  /** The log message of each failed fetch. */
  failure?: string
}

const nothing = async () => {}
const at = <Data>(status: QueryState<Data>['status'], error: Error | null = null): QueryState<Data> => ({
  status,
  data: undefined,
  error,
  isFetching: status === 'loading',
  updatedAt: 0,
  refetch: nothing,
})

let account: string | null = null
let isWatching = false

/**
 * Watches the session, starting with the first used store. When the user or organization changes, cancels requests and
 * drops the previous data.
 */
function watchSession(): void {
  if (isWatching) return
  isWatching = true
  // The library assumes a connection until it is lost. A page that opens offline must notice when the connection
  // returns.
  onlineManager.setOnline(!isOffline())
  queryClient.mount()
  watchSessionExpiry()
  $session.subscribe(({ user, organization }) => {
    const next = user && organization && JSON.stringify([user.id, organization.id])
    if (account !== null && account !== next) queryClient.clear()
    account = next
  })
}

/**
 * Returns a store with one query about the current organization. It fetches only while it has listeners, and only stale
 * data: when the first listener is added, when the window regains focus, and when the organization or the input
 * changes. During the build, and until there is a session, its status is `loading` and it fetches nothing.
 */
export function organizationQuery<Data, Input = undefined>({
  kind,
  read,
  $input,
  failure,
}: QueryOptions<Data, Input>): ReadableAtom<QueryState<Data>> {
  const $state = atom<QueryState<Data>>(at('loading'))

  onMount($state, () => {
    // Must run before this store follows the session, so that clearing does not drop a new request.
    watchSession()
    let observer: QueryObserver<Data> | null = null
    let stop = () => {}
    let failed: { queryHash: string; error: Error | null } | null = null

    const refetch = async () => {
      await observer?.refetch()
    }
    const show = () => {
      if (!observer) return
      const { queryHash } = observer.getCurrentQuery()
      const found = toState(observer.getCurrentResult(), refetch)
      // The library clears the error when it refetches. This store keeps it until there is a response.
      const retried = found.status === 'loading' && failed?.queryHash === queryHash ? failed : null
      const next: QueryState<Data> = retried ? { ...found, status: 'failed', error: retried.error } : found
      failed = next.status === 'failed' ? { queryHash, error: next.error } : null
      if (!sameState($state.get(), next)) $state.set(next)
    }
    const leave = (state: QueryState<Data>) => {
      stop()
      observer = null
      failed = null
      $state.set(state)
    }
    const follow = () => {
      const session = $session.get()
      const input = $input?.get()
      if (!session.organization) return leave(withoutOrganization(session))
      if (input === null) return leave(at('idle'))
      const { id } = session.organization
      const options = {
        queryKey: [id, kind, input],
        queryFn: ({ signal }: { signal: AbortSignal }) => read(id, signal, input as Input),
        staleTime: KINDS[kind].staleAfter,
        meta: { failure },
      }
      if (observer) {
        observer.setOptions(options)
      } else {
        observer = new QueryObserver<Data>(queryClient, options)
        stop = observer.subscribe(show)
      }
      show()
    }

    follow()
    const unbind = [$session.listen(follow), $input?.listen(follow)]
    return () => {
      for (const undo of unbind) undo?.()
      stop()
      observer = null
    }
  })

  return $state
}

function withoutOrganization<Data>(session: Session): QueryState<Data> {
  if (session.status !== 'signed-in') return at('loading')
  return at('failed', new OrganizationError('No organization selected'))
}

function toState<Data>(result: QueryObserverResult<Data>, refetch: () => Promise<void>): QueryState<Data> {
  const { data, error, isError, isFetching, dataUpdatedAt } = result
  const status = data !== undefined ? 'ready' : isError ? 'failed' : 'loading'
  return { status, data, error, isFetching, updatedAt: dataUpdatedAt, refetch }
}

/** Returns whether a query has loaded or failed. */
export const hasEnded = ({ status }: QueryState<unknown>): boolean =>
  status === 'ready' || status === 'failed'

function sameState<Data>(a: QueryState<Data>, b: QueryState<Data>): boolean {
  return (Object.keys(a) as (keyof QueryState<Data>)[]).every((key) => Object.is(a[key], b[key]))
}

/** Resolves with a query's response once it has loaded. Rejects if it fails. */
export async function responseOf<Data>($query: ReadableAtom<QueryState<Data>>): Promise<Data> {
  const { status, data, error } = await until($query, hasEnded)
  if (status === 'failed') throw error
  return data as Data
}

/**
 * Returns the id of the selected organization.
 *
 * @throws {OrganizationError} if none is selected.
 */
export function requireOrganization(): string {
  const { organization } = $session.get()
  if (!organization) throw new OrganizationError('No organization selected')
  return organization.id
}

/** Returns the cached response to a query without input; undefined if there is none. */
export function cachedData<Data>(organizationId: string, kind: QueryKind): Data | undefined {
  return queryClient.getQueryData<Data>([organizationId, kind, undefined])
}

/**
 * Applies a confirmed change to all cached responses of a kind; `input` is each query's input. Cancels pending
 * requests, whose responses may be older, and repeats those without an earlier response.
 */
export async function changeCached<Data>(
  organizationId: string,
  kind: QueryKind,
  change: (data: Data, input: unknown) => Data,
): Promise<void> {
  const queryKey = [organizationId, kind]
  await queryClient.cancelQueries({ queryKey })
  for (const [key, data] of queryClient.getQueriesData<Data>({ queryKey })) {
    if (data !== undefined) queryClient.setQueryData<Data>(key, change(data, key[2]))
  }
  // A canceled first request leaves nothing to change.
  void queryClient.invalidateQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
}

/** Marks cached responses as stale and refetches the displayed ones. */
export function markStale(organizationId: string, ...kinds: QueryKind[]): void {
  for (const kind of kinds) void queryClient.invalidateQueries({ queryKey: [organizationId, kind] })
}

/**
 * Like {@link markStale}, but lets a pending request complete first, so that frequent events never keep a long response
 * from arriving. With an input, marks only that query of the kind.
 */
export async function markStaleInTurn(
  organizationId: string,
  kind: QueryKind,
  input?: unknown,
): Promise<void> {
  const queryKey = [organizationId, kind, ...(input === undefined ? [] : [input])]
  if (queryClient.isFetching({ queryKey }) > 0) {
    await queryClient.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false })
  }
  void queryClient.invalidateQueries({ queryKey })
}

/** Refetches the displayed responses. Rejects with the first error once all requests have completed. */
export async function reload(organizationId: string, ...kinds: QueryKind[]): Promise<void> {
  const outcomes = await Promise.allSettled(
    kinds.map((kind) =>
      queryClient.refetchQueries(
        { queryKey: [organizationId, kind], type: 'active' },
        { throwOnError: true },
      ),
    ),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

/** Refetches all displayed responses. Resolves when all requests have completed, even if some have failed. */
export async function refetchDisplayed(): Promise<void> {
  await queryClient.refetchQueries({ type: 'active' })
}
