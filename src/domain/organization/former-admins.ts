import { API_KEY_PREFIX } from '../../contract/api-keys.ts'
import type { FormerAdmin } from '../../contract/former-admins.ts'
import { exactTime } from '../time/exact-time.ts'

/** Returns what still works of what a former admin created, one line each. */
export const createdLines = ({ keys, webhooks, has_feed }: FormerAdmin): string[] => [
  ...keys.map(({ name, hint }) => `API key “${name}” (${API_KEY_PREFIX}…${hint})`),
  ...webhooks.map(({ url }) => `Webhooks to ${url}`),
  ...(has_feed ? ['The private calendar address of the estimates'] : []),
]

/** Returns the name of a former admin, or a placeholder if it is unknown. */
export const formerAdminName = ({ name }: Pick<FormerAdmin, 'name'>): string => name ?? 'A person'

/** Returns the rest of the sentence about a former admin, after the name. */
export const endText = ({ since }: Pick<FormerAdmin, 'since'>): string =>
  since ? `stopped being an admin on ${exactTime(since)}.` : 'is no longer an admin.'
