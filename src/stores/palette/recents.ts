import { withRecent } from '../../domain/palette/results.ts'
import { itemKeys, readItem, removeItem, writeItem } from '../../platform/storage/storage.ts'
import type { Owner } from '../base/session/account.ts'

const PREFIX = 'fieldhand.recent.'
const keyOf = ({ userId, organizationId }: Owner) => `${PREFIX}${userId}.${organizationId}`

/** Returns the ids of the owner's last choices in the palette, latest first. They contain no personal data. */
export function recentIds(owner: Owner | null): string[] {
  return owner ? (readItem(keyOf(owner)) ?? '').split(' ').filter(Boolean) : []
}

/** Stores the owner's choice on this device. */
export function rememberRecent(owner: Owner | null, id: string): void {
  if (owner && !id.includes(' ')) writeItem(keyOf(owner), withRecent(recentIds(owner), id).join(' '))
}

/** Deletes the owner's choices. */
export const forgetRecents = (owner: Owner): void => removeItem(keyOf(owner))

/** Deletes a user's choices in every organization. */
export function deleteRecents(userId: string): void {
  for (const key of itemKeys(`${PREFIX}${userId}.`)) removeItem(key)
}
