import {
  ApiError,
  BadResponseError,
  NetworkError,
  OrganizationError,
  TimeoutError,
} from '../../api/errors.ts'
import { CreationError } from '../../platform/session/create.ts'
import { StorageError } from '../../platform/storage/with-database.ts'
import type { QueryState } from './query/query.ts'

/** Section 8: the error texts by action. */
export const FAILURES = {
  trial: 'Failed to fetch organization data',
  profile: 'Failed to load organization profile',
  organization: 'Failed to load organization data',
  faqs: 'Failed to load frequently asked questions',
  questions: 'Failed to load qualification questions',
  leads: 'Failed to fetch leads',
  leadStats: "Couldn't load your numbers",
  conversation: 'Failed to fetch conversation',
  conversations: 'Failed to fetch conversations',
  savedReplies: 'Failed to load saved replies',
  trace: 'Failed to load the reasons',
  insights: 'Failed to load insights',
  notifications: 'Failed to load notifications',
  webhooks: 'Failed to load webhooks',
  deliveries: 'Failed to load deliveries',
  apiKeys: 'Failed to load API keys',
  leadStatus: 'Failed to update lead status',
  connection: 'Failed to load the connection',
  hubspotTransfers: 'Failed to load transfers',
  autoMarkLost: 'Failed to auto-mark lost leads',
} as const

export type FailedAction = keyof typeof FAILURES

/** An error text of section 8 and a readable reason. */
export interface Failure {
  title: string
  reason: string
}

const OWN = [
  ApiError,
  BadResponseError,
  CreationError,
  NetworkError,
  OrganizationError,
  StorageError,
  TimeoutError,
]

/** Converts a thrown value into the text next to Retry. */
export function failureOf(action: FailedAction, error: unknown): Failure {
  return { title: FAILURES[action], reason: reasonOf(error) }
}

/** A failure to load something, with a retry. */
export interface Problem extends Failure {
  isRetrying: boolean
  onRetry: () => void
}

type Query = Pick<QueryState<unknown>, 'error' | 'isFetching' | 'refetch'>

/**
 * Returns the problem if a query's last attempt failed; otherwise null. `onRetry` refetches all failed queries in
 * `retried`.
 */
export function problemOf(
  action: FailedAction,
  query: Query,
  retried: readonly Query[] = [query],
): Problem | null {
  if (!query.error) return null
  return {
    ...failureOf(action, query.error),
    isRetrying: retried.some(({ error, isFetching }) => error && isFetching),
    onRetry: () => {
      for (const { error, refetch } of retried) if (error) void refetch()
    },
  }
}

/** Returns a readable reason for a failure. */
export function reasonOf(error: unknown): string {
  const isReadable = error instanceof Error && OWN.some((known) => error instanceof known)
  return isReadable ? error.message : 'Something went wrong.'
}
