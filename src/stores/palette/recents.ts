import { withRecent } from '../../domain/palette/results.ts'
import { itemKeys, readItem, removeItem, writeItem } from '../../platform/storage/storage.ts'
import type { Account } from '../base/session/account.ts'

const PREFIX = 'fieldhand.recent.'
const keyOf = ({ userId, organizationId }: Account) => `${PREFIX}${userId}.${organizationId}`

/** Returns the ids of the owner's last choices in the palette, latest first. They contain no personal data. */
export function recentIds(account: Account | null): string[] {
  return account ? (readItem(keyOf(account)) ?? '').split(' ').filter(Boolean) : []
}

/** Stores the owner's choice on this device. */
export function rememberRecent(account: Account | null, id: string): void {
  if (account && !id.includes(' ')) writeItem(keyOf(account), withRecent(recentIds(account), id).join(' '))
}

/** Deletes the owner's choices. */
export const forgetRecents = (account: Account): void => removeItem(keyOf(account))

/** Deletes a user's choices in every organization. */
export function deleteRecents(userId: string): void {
  for (const key of itemKeys(`${PREFIX}${userId}.`)) removeItem(key)
}
