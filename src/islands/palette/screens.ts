import type { ShortcutId } from '../../domain/palette/shortcuts.ts'
import { navigate } from '../../platform/page/navigation.ts'
import { $session } from '../../stores/session/session.ts'
import { menu } from '../shell/menu.ts'

/** A screen, and whether it needs an organization. */
export interface Screen {
  href: string
  label: string
  icon: 'building' | (typeof menu)[number]['icon']
  shortcut: ShortcutId
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

/** The screens in the menu's order, then Organization. */
export const SCREENS: readonly Screen[] = [
  ...menu.map((item) => ({ ...item, shortcut: KEYS[item.href], needsOrganization: true })),
  {
    href: '/organization',
    label: 'Organization',
    icon: 'building',
    shortcut: 'go-organization',
    needsOrganization: false,
  },
]

/** Returns the screen of a shortcut. */
export const screenOf = (id: ShortcutId): Screen | undefined =>
  SCREENS.find(({ shortcut }) => shortcut === id)

/** Returns whether the menu disables what needs an organization (section 2, Shell). */
export function lacksOrganization(): boolean {
  const { status, organization } = $session.get()
  return status === 'signed-in' && !organization
}

/** Goes to a screen unless the menu disables it. */
export function goToScreen({ href, needsOrganization }: Screen): void {
  if (!needsOrganization || !lacksOrganization()) void navigate(href)
}
