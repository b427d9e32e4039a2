import { type FailedAction, type Failure, failureOf } from './failures.ts'
import type { QueryState } from './query.ts'

type Query = QueryState<unknown>

/** Something that could not be loaded, and the way to ask for it again. */
export interface Problem extends Failure {
  isRetrying: boolean
  retry: () => void
}

/** Why a query's last attempt failed; its Retry asks again for all of `retried` that have failed. Null without a failure. */
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
