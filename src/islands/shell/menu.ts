/** Section 2, Shell: the menu in its order. */
export const menu = [
  { href: '/', label: 'Dashboard', icon: 'dashboard' },
  { href: '/agent', label: 'Agent', icon: 'agent' },
  { href: '/playground', label: 'Playground', icon: 'play' },
  { href: '/leads', label: 'Leads', icon: 'leads' },
  { href: '/integrations', label: 'Integrations', icon: 'plug' },
  { href: '/billing', label: 'Billing', icon: 'card' },
] as const

/** Whether the menu item that leads to `href` is the one that `path` lies under. */
export function isCurrent(href: string, path: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
}
