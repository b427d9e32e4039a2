import { ApiError, isFinal, NetworkError, OrganizationError, TimeoutError } from '../../../api/errors.ts'
import type { LeadChange } from '../../../domain/outbox/outbox.ts'
import { FAILURES, reasonOf } from '../failures.ts'

/**
 * The meaning of a failed attempt for a change: already `done`, permanently `refused`, `held` until its organization is
 * selected again, or to be retried `later`. It is also retried if the server is `unreachable`. If the server does not
 * have the lead (`unknown`), the change waits until the user cancels it (section 7).
 */
export type FailureKind = 'done' | 'refused' | 'held' | 'later' | 'unreachable' | 'unknown'

/** The meaning of a 404 response for each type of change; `refused` if not listed. Not every API records calls. */
const NOT_FOUND: Partial<Record<LeadChange['type'], FailureKind>> = {
  update: 'unknown',
  status: 'unknown',
  delete: 'done',
  'chat-delete': 'done',
  'task-delete': 'done',
  call: 'done',
}

export function classifyFailure({ type }: LeadChange, error: unknown, isSelected: boolean): FailureKind {
  if (error instanceof NetworkError || error instanceof TimeoutError) return 'unreachable'
  if (error instanceof OrganizationError) return 'refused'
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return 'later'
  // The server may have rejected the change because of the organization that is selected now.
  if (!isSelected) return 'held'
  if (!isFinal(error)) return 'later'
  if (error.status !== 404) return 'refused'
  return NOT_FOUND[type] ?? 'refused'
}

const TITLES: Record<LeadChange['type'], string> = {
  create: 'Failed to add lead',
  update: 'Failed to update lead',
  status: FAILURES.leadStatus,
  delete: 'Failed to delete lead',
  'chat-delete': 'Failed to delete test chat',
  'task-add': 'Failed to add task',
  'task-change': 'Failed to update task',
  'task-delete': 'Failed to delete task',
  call: 'Failed to record call',
  message: 'Failed to send message',
}

/** Returns the message about a change that has permanently failed. */
export function refusalOf({ type }: LeadChange, error: unknown) {
  const status = error instanceof ApiError ? error.status : 0
  const details = error instanceof ApiError ? error.details : undefined
  return { title: TITLES[type], reason: reasonOf(error), status, details }
}
