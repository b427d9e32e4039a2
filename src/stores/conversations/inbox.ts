import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { fetchInbox, fetchThread } from '../../api/conversations.ts'
import { isFinal } from '../../api/errors.ts'
import {
  INBOX_LIMIT,
  type Inbox,
  type InboxConversation,
  type InboxQuery,
} from '../../contract/conversations.ts'
import { withoutDeleted } from '../../domain/conversations/deleted.ts'
import { inboxQuery, meets } from '../../domain/conversations/filter.ts'
import { type InboxGroups, inGroups } from '../../domain/conversations/groups.ts'
import {
  type InboxRows,
  toRows,
  withFirstPage,
  withNextPage,
  withRow,
} from '../../domain/conversations/inbox-rows.ts'
import { logWarning } from '../../platform/log.ts'
import { $conversationEvent } from '../base/live/live.ts'
import { $overlay } from '../base/outbox/overlay.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { $account, isSameAccount, ownedAtom } from '../base/session/account.ts'
import { $appliedFilter } from './filter.ts'
import { $openConversation } from './open.ts'
import { readInbox } from './read.ts'
import { $waiting } from './waiting.ts'

/** Null from an API that has no conversations. */
type InboxState = QueryState<Inbox | null>

const $newest: ReadableAtom<InboxState> = organizationQuery<Inbox | null>({
  kind: 'inbox',
  read: (organizationId, signal) => readInbox(organizationId, {}, signal),
})

const $query = computed($appliedFilter, inboxQuery)

/** The newest conversations that match the filter; idle without a filter. */
const $matching: ReadableAtom<InboxState> = organizationQuery<Inbox | null, InboxQuery>({
  kind: 'found-conversations',
  $input: $query,
  read: (organizationId, signal, query) => readInbox(organizationId, query, signal),
})

const $first = computed([$newest, $matching, $query], (newest, matching, query) =>
  query ? matching : newest,
)

/** Rows and the list that they belong to, identified by its owner and filter. */
interface Listed extends InboxRows {
  list: string
}

const listOf = (query: InboxQuery | null) => JSON.stringify([$account.get(), query])

const $listed = ownedAtom<Listed | null>(null)

/** Whether the next rows are loading, or why they could not be loaded. */
const $next = ownedAtom<{ isLoading: boolean; error: Error | null }>({ isLoading: false, error: null })

export interface ShownInbox {
  /** `missing` if the API has no conversations. */
  status: 'loading' | 'ready' | 'failed' | 'missing'
  rows: readonly InboxConversation[]
  hasMore: boolean
  isLoadingMore: boolean
  moreError: Error | null
  /** Whether the rows belong to the previous filter because those of the current one have not arrived yet. */
  isOutdated: boolean
  /** The error of the last attempt, if it failed; also set while older rows are displayed. */
  error: Error | null
  isFetching: boolean
  updatedAt: number
  refetch: () => Promise<void>
}

export const LOADING_INBOX: ShownInbox = {
  status: 'loading',
  rows: [],
  hasMore: false,
  isLoadingMore: false,
  moreError: null,
  isOutdated: false,
  error: null,
  isFetching: true,
  updatedAt: 0,
  refetch: async () => {},
}

const $mounted = atom(null)

/** The rows of the current filter that have loaded so far, without those that are being deleted. */
export const $shownInbox: ReadableAtom<ShownInbox> = computed(
  [$first, $listed, $next, $query, $overlay, $mounted],
  (first, listed, next, query, changes): ShownInbox => {
    const { error, isFetching, updatedAt, refetch } = first
    const state = { error, isFetching, updatedAt, refetch }
    if (first.status === 'ready' && first.data === null)
      return { ...LOADING_INBOX, ...state, status: 'missing' }
    if (first.status === 'failed') return { ...LOADING_INBOX, ...state, status: 'failed' }
    if (!listed) return { ...LOADING_INBOX, ...state }
    return {
      ...state,
      status: 'ready',
      rows: withoutDeleted(listed.rows, changes),
      hasMore: listed.cursor !== null,
      isLoadingMore: next.isLoading,
      moreError: next.error,
      isOutdated: listed.list !== listOf(query),
    }
  },
)

export const NO_GROUPS: InboxGroups = { needing: [], others: [] }

/** The rows of the current filter in their groups. */
export const $inboxGroups: ReadableAtom<InboxGroups> = computed(
  [$shownInbox, $waiting, $appliedFilter, $account, $overlay],
  ({ rows, isOutdated }, { data }, filter, account, changes) =>
    inGroups(
      rows,
      isOutdated ? [] : withoutDeleted(data?.conversations ?? [], changes),
      filter,
      account?.userId ?? null,
    ),
)

/** The channels of the newest conversations. */
export const $channels: ReadableAtom<readonly string[]> = computed($newest, ({ data }) => [
  ...new Set(data?.conversations.map(({ channel }) => channel)),
])

function takeFirstPage({ data }: InboxState): void {
  if (!data) return
  const list = listOf($query.get())
  const before = $listed.get()
  const isSameList = before?.list === list
  const rows = isSameList ? withFirstPage(before, data, $openConversation.get()) : toRows(data)
  if (!isSameList) $next.set({ isLoading: false, error: null })
  $listed.set({ list, ...rows })
}

/** Reloads a row that is not among the newest ones. */
async function refreshRow(id: string): Promise<void> {
  const account = $account.get()
  const listed = $listed.get()
  if (!account || !listed?.rows.some((row) => row.id === id)) return
  if ($first.get().data?.conversations.some((row) => row.id === id)) return
  try {
    const { conversation } = await fetchThread(account.organizationId, id)
    if (isSameAccount(account, $account.get())) putRow(id, conversation)
  } catch (error) {
    if (isFinal(error) && isSameAccount(account, $account.get())) putRow(id, null)
    else logWarning('A conversation in the list could not be refreshed', error)
  }
}

function putRow(id: string, conversation: InboxConversation | null): void {
  const listed = $listed.get()
  if (!listed?.rows.some((row) => row.id === id)) return
  const isOpen = id === $openConversation.get()
  const belongs =
    conversation && (isOpen || meets(conversation, $appliedFilter.get(), $account.get()?.userId ?? null))
  $listed.set({ list: listed.list, ...withRow(listed, id, belongs ? conversation : null) })
}

onMount($mounted, () => {
  let taken: unknown
  const stops = [
    $first.subscribe((state) => {
      if (state.data === taken) return
      taken = state.data
      takeFirstPage(state)
    }),
    $conversationEvent.listen((event) => {
      if (event?.type === 'conversation_changed') void refreshRow(event.conversation_id)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
})

/** Loads the next rows. Does nothing if they are already loading or if there are no more. */
export async function showMoreConversations(): Promise<void> {
  const account = $account.get()
  const listed = $listed.get()
  const query = $query.get()
  if (!account || !listed?.cursor || listed.list !== listOf(query) || $next.get().isLoading) return
  $next.set({ isLoading: true, error: null })
  const { list, cursor } = listed
  const isCurrent = () => $listed.get()?.list === list
  try {
    const limit = String(INBOX_LIMIT.most)
    const page = await fetchInbox(account.organizationId, { ...query, cursor, limit })
    const now = $listed.get()
    if (!isCurrent() || !now) return
    // If the rows have been reset in the meantime, this page no longer follows them.
    if (now.cursor === cursor) $listed.set({ list, ...withNextPage(now, page) })
    $next.set({ isLoading: false, error: null })
  } catch (error) {
    if (isCurrent()) $next.set({ isLoading: false, error: error as Error })
  }
}

/** Whether the list shows a test chat. Most lists have none, and other APIs know none. */
export const $hasTestChats: ReadableAtom<boolean> = computed($shownInbox, ({ rows }) =>
  rows.some(({ is_test }) => is_test),
)
