import { QueryCache, QueryClient, type QueryKey, replaceEqualDeep } from '@tanstack/query-core'
import { isRefused } from '../../../api/errors.ts'
import type { LeadSet } from '../../../domain/leads/lead-set.ts'
import { MINUTE_MS, SECOND_MS } from '../../../domain/time/durations.ts'
import { logWarning } from '../../../platform/log.ts'

interface Caching {
  /** Section 9, Caching: how long the data stays fresh, in milliseconds. */
  staleAfter: number
  /**
   * Whether this device stores the responses for the next visit. Not for settings, which are always edited from the
   * server's current state, for filtered results, which are already part of the whole list, and for secrets.
   */
  isStored?: true
}

export const KINDS = {
  organization: { staleAfter: 120 * SECOND_MS, isStored: true },
  'setup-status': { staleAfter: 120 * SECOND_MS, isStored: true },
  'onboarding-progress': { staleAfter: 120 * SECOND_MS, isStored: true },
  'integration-status': { staleAfter: 2 * MINUTE_MS, isStored: true },
  calendars: { staleAfter: 2 * MINUTE_MS, isStored: true },
  'calendar-connection': { staleAfter: 2 * SECOND_MS, isStored: true },
  'integration-requests': { staleAfter: 2 * MINUTE_MS, isStored: true },
  'lead-stats': { staleAfter: 30 * SECOND_MS, isStored: true },
  leads: { staleAfter: 5 * MINUTE_MS, isStored: true },
  'found-leads': { staleAfter: 5 * MINUTE_MS },
  'lead-imports': { staleAfter: 2 * MINUTE_MS },
  conversation: { staleAfter: 5 * MINUTE_MS, isStored: true },
  inbox: { staleAfter: 2 * MINUTE_MS, isStored: true },
  'found-conversations': { staleAfter: 2 * MINUTE_MS },
  waiting: { staleAfter: 2 * MINUTE_MS, isStored: true },
  'test-chats': { staleAfter: 2 * MINUTE_MS },
  thread: { staleAfter: 2 * MINUTE_MS, isStored: true },
  trace: { staleAfter: Number.POSITIVE_INFINITY },
  'saved-replies': { staleAfter: 5 * MINUTE_MS, isStored: true },
  'notification-setup': { staleAfter: 5 * MINUTE_MS },
  'hubspot-connection': { staleAfter: 2 * SECOND_MS, isStored: true },
  'hubspot-properties': { staleAfter: MINUTE_MS, isStored: true },
  'hubspot-transfers': { staleAfter: 2 * SECOND_MS, isStored: true },
  'lead-hubspot': { staleAfter: 30 * SECOND_MS, isStored: true },
  'lead-notifications': { staleAfter: 2 * MINUTE_MS },
  'notification-log': { staleAfter: 2 * MINUTE_MS },
  activity: { staleAfter: 2 * MINUTE_MS, isStored: true },
  'contact-limits': { staleAfter: 2 * MINUTE_MS, isStored: true },
  tasks: { staleAfter: 2 * MINUTE_MS, isStored: true },
  insights: { staleAfter: 5 * MINUTE_MS, isStored: true },
  pauses: { staleAfter: 30 * SECOND_MS, isStored: true },
  profile: { staleAfter: 5 * MINUTE_MS, isStored: true },
  faqs: { staleAfter: 5 * MINUTE_MS },
  questions: { staleAfter: 5 * MINUTE_MS },
  'asked-questions': { staleAfter: 2 * MINUTE_MS, isStored: true },
  'lead-questions': { staleAfter: 2 * MINUTE_MS, isStored: true },
  holidays: { staleAfter: 5 * MINUTE_MS, isStored: true },
  'data-rights': { staleAfter: 5 * MINUTE_MS, isStored: true },
  'agent-check': { staleAfter: 2 * MINUTE_MS, isStored: true },
  webhooks: { staleAfter: MINUTE_MS },
  'phone-line': { staleAfter: 10 * SECOND_MS },
  'webhook-deliveries': { staleAfter: 10 * SECOND_MS },
  'api-keys': { staleAfter: MINUTE_MS },
  'former-admins': { staleAfter: MINUTE_MS },
} as const satisfies Record<string, Caching>

export type QueryKind = keyof typeof KINDS

/** Returns whether this device stores the responses to a query. It stores none about chosen days. */
export function isStored([, kind, input]: QueryKey): boolean {
  const { from = null, to = null } = (input ?? {}) as { from?: string | null; to?: string | null }
  if (from !== null || to !== null) return false
  const kinds: Readonly<Record<string, Caching>> = KINDS
  return kinds[String(kind)]?.isStored ?? false
}

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
