import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { fetchNotifications, fetchSentMessage, postRetry } from '../../api/notifications.ts'
import type { Notification, NotificationPage, SentMessage } from '../../contract/notifications.ts'
import { $leadId } from '../leads/page.ts'
import { $overlay } from '../outbox/overlay.ts'
import { optional } from '../query/optional.ts'
import {
  changeCached,
  markStale,
  organizationQuery,
  type QueryState,
  requireOrganization,
} from '../query/query.ts'
import { $owner, ownedAtom, requireOwner } from '../session/owner.ts'

/** What the log shows. */
export type LogFilter = 'all' | 'failed'

const $filter = atom<LogFilter>('all')

/** The log's filter. */
export const $logFilter: ReadableAtom<LogFilter> = $filter

const readPage = optional(fetchNotifications)
const EMPTY: NotificationPage = { notifications: [], next_cursor: null }

const statusOf = (filter: LogFilter) => (filter === 'failed' ? { status: 'failed' as const } : {})

/** The newest notifications that match the filter. */
const $newest: ReadableAtom<QueryState<NotificationPage>> = organizationQuery<NotificationPage, LogFilter>({
  kind: 'notification-log',
  $input: $filter,
  read: async (organizationId, signal, filter) =>
    (await readPage(organizationId, statusOf(filter), signal)) ?? EMPTY,
})

interface Older {
  notifications: Notification[]
  /** Where the next page begins; undefined before the first older page. */
  cursor: string | null | undefined
}

const $older = ownedAtom<Older>({ notifications: [], cursor: undefined })

/** What was sent, newest first, as far as it has loaded. */
export const $notificationLog: ReadableAtom<
  QueryState<NotificationPage> & { notifications: Notification[]; hasMore: boolean }
> = computed([$newest, $older], (newest, older) => {
  const first = newest.data?.notifications ?? []
  const known = new Set(first.map(({ id }) => id))
  const cursor = older.cursor === undefined ? newest.data?.next_cursor : older.cursor
  return {
    ...newest,
    notifications: [...first, ...older.notifications.filter(({ id }) => !known.has(id))],
    hasMore: typeof cursor === 'string',
  }
})

/** Shows all notifications or those that failed. */
export function filterLog(filter: LogFilter): void {
  $older.set({ notifications: [], cursor: undefined })
  $filter.set(filter)
}

onMount($newest, () => () => filterLog('all'))

/** Loads the next older page of the log. */
export async function loadOlder(): Promise<void> {
  const owner = requireOwner()
  const filter = $filter.get()
  const before = $older.get()
  const isFirst = before.cursor === undefined
  const { data: newest } = $newest.get()
  const cursor = isFirst ? newest?.next_cursor : before.cursor
  if (!cursor) return
  // What is new moves rows from the newest page to this one.
  const shown = (isFirst && newest?.notifications) || before.notifications
  const page = await fetchNotifications(owner.organizationId, { ...statusOf(filter), cursor })
  if ($owner.get() !== owner || $filter.get() !== filter || $older.get() !== before) return
  $older.set({
    notifications: [...shown, ...page.notifications],
    cursor: page.next_cursor,
  })
}

/** The current lead, unless the server does not have it yet. */
const $known = computed([$leadId, $overlay], (id, changes) =>
  changes.some(({ change }) => change.type === 'create' && change.leadId === id) ? null : id,
)

/** The notifications about the current lead, newest first; null from an API without notifications. */
export const $leadNotifications: ReadableAtom<QueryState<Notification[] | null>> = organizationQuery<
  Notification[] | null,
  string
>({
  kind: 'lead-notifications',
  $input: $known,
  read: async (organizationId, signal, lead_id) =>
    (await readPage(organizationId, { lead_id }, signal))?.notifications ?? null,
})

/** Sends a failed notification again, and shows its new status. */
export async function retrySending({ id }: Notification): Promise<void> {
  const { organizationId } = requireOwner()
  const changed = await postRetry(organizationId, id)
  const update = (each: Notification): Notification => {
    if (each.id !== id) return each
    return { ...each, status: 'queued', reason: null, due_at: null, failed_at: null, ...changed }
  }
  const { notifications, cursor } = $older.get()
  $older.set({ notifications: notifications.map(update), cursor })
  await changeCached<NotificationPage>(organizationId, 'notification-log', (page) => ({
    ...page,
    notifications: page.notifications.map(update),
  }))
  await changeCached<Notification[] | null>(
    organizationId,
    'lead-notifications',
    (list) => list?.map(update) ?? null,
  )
  markStale(organizationId, 'notification-log', 'lead-notifications')
}

/** Returns a message as it was sent. */
export const readMessage = (id: string, signal?: AbortSignal): Promise<SentMessage> =>
  fetchSentMessage(requireOrganization(), id, signal)
