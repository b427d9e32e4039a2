import { atom } from 'nanostores'
import { isShortScreen } from '../../platform/page/appearance.ts'
import { readItem, writeItem } from '../../platform/storage/storage.ts'

export { openChat, toggleChat } from './support-chat.ts'

/** The storage key of the sidebar's state; the head script of layouts/base.astro reads it before the first paint. */
export const SIDEBAR_KEY = 'fieldhand.sidebar'

/**
 * Section 2, Shell: whether the sidebar is collapsed. It is 80 wide when collapsed, otherwise 220. The state is stored
 * on this device; initially, the sidebar is collapsed on a phone in landscape orientation.
 */
export const $collapsed = atom((readItem(SIDEBAR_KEY) ?? (isShortScreen() && 'collapsed')) === 'collapsed')

export function toggleSidebar(): void {
  $collapsed.set(!$collapsed.get())
  writeItem(SIDEBAR_KEY, $collapsed.get() ? 'collapsed' : 'expanded')
}
