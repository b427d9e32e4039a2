import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { fetchNotifications, fetchSentMessage, postRetry } from '../../api/notifications.ts'
import type { Notification, NotificationPage, SentMessage } from '../../contract/notifications.ts'
import { ALL_DAYS, type DayRange, isAllDays } from '../../domain/time/day-range.ts'
import { type LogDays, logDays } from '../base/query/log-days.ts'
import { type Log, olderPages } from '../base/query/older-pages.ts'
import { optional } from '../base/query/optional.ts'
import { changeCached, organizationQuery, type QueryState, requireOrganization } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { requireAccount } from '../base/session/account.ts'
import { $storedLeadId } from '../leads/page.ts'

/** The notifications that the log shows. */
export type LogFilter = 'all' | 'failed'

const $filter = atom<LogFilter>('all')

export const $logFilter: ReadableAtom<LogFilter> = $filter

const readPage = optional(fetchNotifications)
const EMPTY: NotificationPage = { notifications: [], next_cursor: null }

const statusOf = (filter: LogFilter) => (filter === 'failed' ? { status: 'failed' as const } : {})

/** The days to which the log is limited. */
export const sentDays: LogDays<NotificationPage> = logDays(
  ({ notifications }) => notifications.map(({ sent_at, created_at }) => sent_at ?? created_at),
  () => older.reset(),
)

interface Asked extends DayRange {
  filter: LogFilter
}

const $newest: ReadableAtom<QueryState<NotificationPage>> = organizationQuery<NotificationPage, Asked>({
  kind: 'notification-log',
  $input: computed([$filter, sentDays.$days], (filter, days) => ({ filter, ...days })),
  read: (organizationId, signal, { filter, ...days }) =>
    sentDays.read(days, async (query) => {
      const asked = { ...statusOf(filter), ...query }
      // An API that rejects days with 404 may have notifications.
      if (!isAllDays(days)) return fetchNotifications(organizationId, asked, signal)
      return (await readPage(organizationId, asked, signal)) ?? EMPTY
    }),
})

const older = olderPages(
  $newest,
  ({ notifications, next_cursor }) => ({ rows: notifications, cursor: next_cursor }),
  (organizationId, cursor) =>
    sentDays.read(sentDays.$days.get(), (query) =>
      fetchNotifications(organizationId, { ...statusOf($filter.get()), ...query, cursor }),
    ),
)

/** The sent notifications that have loaded so far, newest first. */
export const $notificationLog: ReadableAtom<Log<Notification, NotificationPage>> = older.$log

/** Loads the next older page of the log. */
export const { loadOlder } = older

/** Shows all notifications or only the failed ones. */
export function filterLog(filter: LogFilter): void {
  older.reset()
  $filter.set(filter)
}

/** Shows the notifications of all kinds and days. */
export function showWholeLog(): void {
  filterLog('all')
  sentDays.choose(ALL_DAYS)
}

onMount($newest, () => showWholeLog)

/** The notifications about the current lead, newest first; null if the API has no notifications. */
export const $leadNotifications: ReadableAtom<QueryState<Notification[] | null>> = organizationQuery<
  Notification[] | null,
  string
>({
  kind: 'lead-notifications',
  $input: $storedLeadId,
  read: async (organizationId, signal, lead_id) =>
    (await readPage(organizationId, { lead_id }, signal))?.notifications ?? null,
})

/** Resends a failed notification and shows its new status. Refetches it after a failure, too. */
export async function retrySending(failed: Notification): Promise<void> {
  const { organizationId } = requireAccount()
  try {
    await sendAgain(organizationId, failed)
  } finally {
    refetchAfter(organizationId, 'notification-resent')
  }
}

async function sendAgain(organizationId: string, { id }: Notification): Promise<void> {
  const changed = await postRetry(organizationId, id)
  const update = (each: Notification): Notification => {
    if (each.id !== id) return each
    return { ...each, status: 'queued', reason: null, due_at: null, failed_at: null, ...changed }
  }
  older.changeOlder(update)
  await changeCached<NotificationPage>(organizationId, 'notification-log', (page) => ({
    ...page,
    notifications: page.notifications.map(update),
  }))
  await changeCached<Notification[] | null>(
    organizationId,
    'lead-notifications',
    (list) => list?.map(update) ?? null,
  )
}

export const readMessage = (id: string, signal?: AbortSignal): Promise<SentMessage> =>
  fetchSentMessage(requireOrganization(), id, signal)
