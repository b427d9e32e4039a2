/** Section 2, Shell: the menu in its order. */
export const menu = [
  { href: '/', label: 'Dashboard', icon: 'dashboard' },
  { href: '/agent', label: 'Agent', icon: 'agent' },
  { href: '/playground', label: 'Playground', icon: 'play' },
  { href: '/leads', label: 'Leads', icon: 'leads' },
  { href: '/integrations', label: 'Integrations', icon: 'plug' },
  { href: '/billing', label: 'Billing', icon: 'card' },
] as const

export type MenuItem = (typeof menu)[number]

/** Items that a phone's bottom bar holds beside More, as wide as a thumb and a word each. */
const ITEMS_IN_BAR = 4

/** The items of a phone's bottom bar, and those behind its More; a sidebar shows one after the other. */
export const inBar = menu.slice(0, ITEMS_IN_BAR)
export const rest = menu.slice(ITEMS_IN_BAR)

/** Whether the menu item that leads to `href` is the one that `path` lies under. */
export function isCurrent(href: string, path: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
}

/** The address of a page that is built as the file at `pathname`: `/leads.html` is `/leads`, `/index.html` is `/`. */
export function pathOfFile(pathname: string): string {
  return pathname.replace(/(\/index)?\.html$|\/index$/, '') || '/'
}
