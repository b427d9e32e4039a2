import { INBOX_PATH } from '../../domain/conversations/path.ts'
import type { ShortcutId } from '../../domain/palette/shortcuts.ts'
import { currentUrl, navigate } from '../../platform/page/navigation.ts'
import { $hasConversations } from '../../stores/conversations/waiting.ts'
import { $session } from '../../stores/session/session.ts'
import { menu } from '../shell/menu.ts'

/** A screen, with whether it needs an organization. */
export interface Screen {
  href: string
  label: string
  icon: 'building' | 'conversations' | (typeof menu)[number]['icon']
  shortcut: ShortcutId
  /** Other words for what it shows. */
  also?: string
  needsOrganization: boolean
}

const KEYS: Record<(typeof menu)[number]['href'], ShortcutId> = {
  '/': 'go-dashboard',
  '/agent': 'go-agent',
  '/playground': 'go-playground',
  '/leads': 'go-leads',
  '/integrations': 'go-integrations',
  '/billing': 'go-billing',
}

/** Other words for billing. */
const BILLING = 'invoices, statements, payments, plans, subscription'

const CONVERSATIONS: Screen = {
  href: INBOX_PATH,
  label: 'Conversations',
  icon: 'conversations',
  shortcut: 'go-conversations',
  needsOrganization: true,
}

/** The screens in menu order, with Conversations after Leads, followed by Organization. */
const SCREENS: readonly Screen[] = [
  ...menu.flatMap((item): Screen[] => {
    const screen = {
      ...item,
      shortcut: KEYS[item.href],
      also: item.href === '/billing' ? BILLING : undefined,
      needsOrganization: true,
    }
    return item.href === '/leads' ? [screen, CONVERSATIONS] : [screen]
  }),
  {
    href: '/organization',
    label: 'Organization',
    icon: 'building',
    shortcut: 'go-organization',
    needsOrganization: false,
  },
]

/** Returns the available screens. Omits Conversations if the API doesn't support them. */
export const shownScreens = (): readonly Screen[] =>
  SCREENS.filter((screen) => screen !== CONVERSATIONS || $hasConversations.get())

export const screenOf = (id: ShortcutId): Screen | undefined =>
  shownScreens().find(({ shortcut }) => shortcut === id)

/** Returns whether the menu disables items that need an organization (section 2, Shell). */
export function lacksOrganization(): boolean {
  const { status, organization } = $session.get()
  return status === 'signed-in' && !organization
}

/**
 * Navigates to a screen. Does nothing if the menu disables the screen, or if it is already open, because navigating
 * would reload it.
 */
export function goToScreen({ href, needsOrganization }: Screen): void {
  const { pathname, search } = currentUrl()
  if (pathname + search === href || (needsOrganization && lacksOrganization())) return
  void navigate(href)
}
