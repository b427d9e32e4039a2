import { SCREENS, type Screen } from '../../domain/common/screens.ts'
import { INBOX_PATH } from '../../domain/conversations/path.ts'
import { type ShortcutId, screenShortcut } from '../../domain/palette/shortcuts.ts'
import { currentUrl, navigate } from '../../platform/page/navigation.ts'
import { $session } from '../../stores/base/session/session.ts'
import { $hasConversations } from '../../stores/conversations/waiting.ts'

/** Returns the available screens. Omits Conversations if the API doesn't support them. */
export const shownScreens = (): readonly Screen[] =>
  SCREENS.filter(({ path }) => path !== INBOX_PATH || $hasConversations.get())

export const screenOf = (id: ShortcutId): Screen | undefined =>
  shownScreens().find(({ path }) => screenShortcut(path) === id)

/** Returns whether the menu disables items that need an organization (section 2, Shell). */
export function lacksOrganization(): boolean {
  const { status, organization } = $session.get()
  return status === 'signed-in' && !organization
}

/**
 * Navigates to a screen. Does nothing if the menu disables the screen, or if it is already open, because navigating
 * would reload it.
 */
export function goToScreen({ path, withoutOrganization }: Screen): void {
  const { pathname, search } = currentUrl()
  if (pathname + search === path || (!withoutOrganization && lacksOrganization())) return
  void navigate(path)
}
