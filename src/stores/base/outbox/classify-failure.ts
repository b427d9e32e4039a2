import { ApiError, isFinal, NetworkError, OrganizationError, TimeoutError } from '../../../api/errors.ts'
import { reasonOf } from '../failures.ts'
import type { Sender } from './senders.ts'

/**
 * The meaning of a failed attempt for a change: already `done`, permanently `refused`, `held` until its organization is
 * selected again, or to be retried `later`. It is also retried if the server is `unreachable`. If the server does not
 * have the lead (`unknown`), the change waits until the user cancels it (section 7).
 */
export type FailureKind = 'done' | 'refused' | 'held' | 'later' | 'unreachable' | 'unknown'

export function classifyFailure({ ifMissing }: Sender, error: unknown, isSelected: boolean): FailureKind {
  if (error instanceof NetworkError || error instanceof TimeoutError) return 'unreachable'
  if (error instanceof OrganizationError) return 'refused'
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return 'later'
  // The server may have rejected the change because of the organization that is selected now.
  if (!isSelected) return 'held'
  if (!isFinal(error)) return 'later'
  return (error.status === 404 && ifMissing) || 'refused'
}

/** Returns the message about a change that has permanently failed. */
export function refusalOf({ failure }: Sender, error: unknown) {
  const status = error instanceof ApiError ? error.status : 0
  const details = error instanceof ApiError ? error.details : undefined
  return { title: failure, reason: reasonOf(error), status, details }
}
