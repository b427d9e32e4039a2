import { ApiError, NetworkError, OrganizationError, TimeoutError } from '../../api/errors.ts'
import type { LeadChange } from '../../domain/outbox/outbox.ts'
import { FAILURES, type Failure, reasonOf } from '../shell/failures.ts'

/** How often the server may say that it does not know a lead before a change of it counts as refused. */
const MOST_MISSES = 3

/** Refusals of the 400s that pass. */
const PASSING = new Set([401, 408, 425, 429])

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404

/** Whether the error means that the lead to be removed is gone already. */
export function isGone({ type }: LeadChange, error: unknown): boolean {
  return type === 'delete' && isUnknown(error)
}

/** Returns whether the server does not know the lead yet; it may know it later. */
export function isMissed({ type }: LeadChange, error: unknown): boolean {
  return (type === 'update' || type === 'status') && isUnknown(error)
}

/** Returns whether a change whose first attempt failed counts as done and waits on the device. Decision 2. */
export function mayWait(change: LeadChange, error: unknown): boolean {
  return error instanceof NetworkError || error instanceof TimeoutError || isMissed(change, error)
}

/** Whether a waiting change failed for good. Anything else is worth another attempt. */
export function isRefused(change: LeadChange, error: unknown, missed: number): boolean {
  if (error instanceof OrganizationError) return true
  if (!isClientError(error)) return false
  return isMissed(change, error) ? missed >= MOST_MISSES : !PASSING.has(error.status)
}

/** Whether the server answered with a status of the 400s. */
export const isClientError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

const TITLES: Record<LeadChange['type'], string> = {
  create: 'Failed to add lead',
  update: 'Failed to update lead',
  status: FAILURES.leadStatus,
  delete: 'Failed to delete lead',
}

/** What is said when a change has failed for good. */
export function changeFailure({ type }: LeadChange, error: unknown): Failure {
  return { title: TITLES[type], reason: reasonOf(error) }
}
