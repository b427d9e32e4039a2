/** The menu items in order (section 2, Shell). */
export const menu = [
  { href: '/', label: 'Dashboard', icon: 'dashboard' },
  { href: '/agent', label: 'Agent', icon: 'agent' },
  { href: '/playground', label: 'Playground', icon: 'play' },
  { href: '/leads', label: 'Leads', icon: 'leads' },
  { href: '/integrations', label: 'Integrations', icon: 'plug' },
  { href: '/billing', label: 'Billing', icon: 'card' },
] as const

export type MenuItem = (typeof menu)[number]

/** Number of items in a phone's bottom bar, not counting More. */
const ITEMS_IN_BAR = 4

/** The items in a phone's bottom bar, and the items behind More. A sidebar shows both in order. */
export const inBar = menu.slice(0, ITEMS_IN_BAR)
export const rest = menu.slice(ITEMS_IN_BAR)

/** The menu item of each screen that belongs to another screen's item. */
const UNDER: Partial<Record<string, string>> = { '/conversations': '/leads' }

export function isCurrent(href: string, path: string): boolean {
  const [, screen = ''] = path.split('/')
  const own = `/${screen}`
  return (UNDER[own] ?? own) === href
}

/** Returns the route of a built file: `/leads.html` becomes `/leads`, and `/index.html` becomes `/`. */
export function pathOfFile(pathname: string): string {
  return pathname.replace(/(\/index)?\.html$|\/index$/, '') || '/'
}
