import { atom, computed, type ReadableAtom } from 'nanostores'
import { itemKeys, readItem, removeItem, writeItem } from '../../platform/storage/storage.ts'
import { $organization } from '../base/session/session.ts'

/** The storage key, followed by the organization's id, of the offer to show what the agent says. */
const KEY = 'fieldhand.first-chat.'

const $changes = atom(0)

/** Whether setup has just ended, so that the playground shows the agent's first chat. */
export const $offersFirstChat: ReadableAtom<boolean> = computed(
  [$organization, $changes],
  (organization) => organization !== null && readItem(KEY + organization.id) !== null,
)

export function offerFirstChat(organizationId: string): void {
  writeItem(KEY + organizationId, '1')
  $changes.set($changes.get() + 1)
}

/** Forgets the offers of all organizations. */
export function deleteFirstChats(): void {
  for (const key of itemKeys(KEY)) removeItem(key)
}

/** Shows the playground without the first chat from now on. */
export function closeFirstChat(): void {
  const organization = $organization.get()
  if (organization) removeItem(KEY + organization.id)
  $changes.set($changes.get() + 1)
}
