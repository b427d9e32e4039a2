import type { ApiKey } from '../../contract/api-keys.ts'
import type { Scope } from '../../contract/scopes.ts'
import { DAY_MS } from '../time/durations.ts'
import type { Described } from './webhooks.ts'

export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  'leads:read': 'Read leads, their history, statistics, and insights',
  'leads:write': 'Add and change leads, and record calls',
  'leads:delete': 'Remove leads with all their data',
  'tasks:read': 'Read tasks',
  'tasks:write': 'Add, change, and remove tasks',
  'bookings:read': 'Read the free times for appointments',
  'bookings:write': 'Book, move, and cancel appointments',
  'conversations:read': 'Read conversations with visitors',
  'conversations:write': 'Reply to visitors, add notes, and close conversations',
  'webhooks:read': 'List the webhook endpoints',
  'webhooks:write': 'Add, change, and remove webhook endpoints',
  'settings:read': 'Read the settings of the agent, with answers and questions',
}

/** The choices for a key's lifetime in days. Null means that the key does not expire. */
export const LIFETIMES = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'One year' },
  { days: null, label: 'No expiration' },
] as const

/** Returns the expiration time of a key with a lifetime in days. */
export const expiryOf = (days: number | null, now: Date): string | null =>
  days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString()

export function keyState(
  { revoked_at, expires_at }: Pick<ApiKey, 'revoked_at' | 'expires_at'>,
  now: Date,
): Described {
  if (revoked_at !== null) return { text: 'Revoked', tone: 'failed' }
  if (expires_at !== null && new Date(expires_at) <= now) return { text: 'Expired', tone: 'failed' }
  return { text: 'Active', tone: 'done' }
}
