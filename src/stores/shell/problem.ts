import type { QueryState } from '../query/query.ts'
import { type FailedAction, type Failure, failureOf } from './failures.ts'

type Query = QueryState<unknown>

/** Something that could not be loaded, with a retry. */
export interface Problem extends Failure {
  isRetrying: boolean
  retry: () => void
}

/** Returns why a query's last attempt failed, or null. `retry` refetches all failed queries of `retried`. */
export function problemOf(
  action: FailedAction,
  query: Query,
  retried: readonly Query[] = [query],
): Problem | null {
  if (!query.error) return null
  return {
    ...failureOf(action, query.error),
    isRetrying: retried.some(({ error, isFetching }) => error && isFetching),
    retry: () => {
      for (const { error, refetch } of retried) if (error) void refetch()
    },
  }
}
