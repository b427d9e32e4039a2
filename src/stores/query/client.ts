import { QueryCache, QueryClient, replaceEqualDeep } from '@tanstack/query-core'
import { isRefused } from '../../api/errors.ts'
import type { LeadSet } from '../../domain/leads/lead-set.ts'
import { MINUTE_MS, SECOND_MS } from '../../domain/time/durations.ts'
import { logWarning } from '../../platform/log.ts'

/** Section 9, Caching: how long each kind of data stays fresh, in milliseconds. */
export const STALE_AFTER = {
  organization: 120 * SECOND_MS,
  'setup-status': 120 * SECOND_MS,
  'onboarding-progress': 120 * SECOND_MS,
  'integration-status': 2 * MINUTE_MS,
  calendars: 2 * MINUTE_MS,
  'calendar-connection': 2 * SECOND_MS,
  'integration-requests': 2 * MINUTE_MS,
  'lead-stats': 30 * SECOND_MS,
  leads: 5 * MINUTE_MS,
  'found-leads': 5 * MINUTE_MS,
  'lead-imports': 2 * MINUTE_MS,
  conversation: 5 * MINUTE_MS,
  inbox: 2 * MINUTE_MS,
  'found-conversations': 2 * MINUTE_MS,
  waiting: 2 * MINUTE_MS,
  thread: 2 * MINUTE_MS,
  'saved-replies': 5 * MINUTE_MS,
  'notification-setup': 5 * MINUTE_MS,
  'hubspot-connection': 2 * SECOND_MS,
  'hubspot-properties': MINUTE_MS,
  'hubspot-transfers': 2 * SECOND_MS,
  'lead-hubspot': 30 * SECOND_MS,
  'lead-notifications': 2 * MINUTE_MS,
  'notification-log': 2 * MINUTE_MS,
  activity: 2 * MINUTE_MS,
  tasks: 2 * MINUTE_MS,
  insights: 5 * MINUTE_MS,
  profile: 5 * MINUTE_MS,
  faqs: 5 * MINUTE_MS,
  questions: 5 * MINUTE_MS,
  'asked-questions': 2 * MINUTE_MS,
  holidays: 5 * MINUTE_MS,
  'data-rights': 5 * MINUTE_MS,
  'agent-check': 2 * MINUTE_MS,
  webhooks: MINUTE_MS,
  'webhook-deliveries': 10 * SECOND_MS,
  'api-keys': MINUTE_MS,
} as const satisfies Record<string, number>

export type QueryKind = keyof typeof STALE_AFTER

/** Section 9: the time in milliseconds after which unused data is dropped. */
export const RETENTION = 10 * MINUTE_MS

/** Section 7: failures other than 4xx are retried twice, with exponential backoff, at most 30 s apart. */
const MOST_RETRIES = 2
const retryDelay = (failures: number) => Math.min(SECOND_MS * 2 ** failures, 30 * SECOND_MS)

/** The number of items above which comparing or storing a list after each change would block the page. */
const LONG = 1_000

/** Returns whether a response is, or contains, a long list. */
export function isLong(data: unknown): boolean {
  const { leads = data } = (data ?? {}) as Partial<LeadSet>
  return Array.isArray(leads) && leads.length > LONG
}

/**
 * Returns whether a response should be compared with the previous one to reuse unchanged parts. Merged leads already
 * share them.
 */
const isCompared = (data: unknown) => !isLong(data) && !(data as Partial<LeadSet> | null)?.cursor

/** The only cache of server responses; each key consists of organization, kind, and input. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, { meta }) {
      if (typeof meta?.failure === 'string') logWarning(meta.failure, error)
    },
  }),
  defaultOptions: {
    queries: {
      gcTime: RETENTION,
      // Without a connection, a request fails visibly instead of pausing.
      networkMode: 'always',
      refetchOnMount: true,
      refetchOnReconnect: true,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < MOST_RETRIES && !isRefused(error),
      retryDelay,
      structuralSharing: (before, next) => (isCompared(next) ? replaceEqualDeep(before, next) : next),
    },
  },
})
