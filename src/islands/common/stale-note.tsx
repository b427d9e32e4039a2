import { useStore } from '@nanostores/react'
import { relativeTime } from '../../domain/time/relative-time.ts'
import type { Failure } from '../../stores/base/failures.ts'
import { $now } from '../../stores/base/time.ts'
import { FailureNote } from '../../ui/failure-panel.tsx'

interface Props {
  failure: Failure
  /** The query whose last attempt failed. `updatedAt` is in milliseconds since 1970. */
  query: { updatedAt: number; isFetching: boolean; refetch: () => void }
}

/** A note above data that failed to refresh, with its age. */
export function StaleNote({ failure: { title, reason }, query }: Props) {
  const now = useStore($now)
  const age = relativeTime(new Date(query.updatedAt).toISOString(), now).toLowerCase()
  return (
    <FailureNote
      title={title}
      reason={`${reason.replace(/[^.!?]$/, '$&.')} This data was loaded ${age}.`}
      isRetrying={query.isFetching}
      onRetry={query.refetch}
    />
  )
}
