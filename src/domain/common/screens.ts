interface Row {
  path: string
  label: string
  /** The name of its icon in `ui/icon-shapes.ts`. */
  icon: string
  /** The key that opens the screen after `g`. */
  key: string
  /** Whether the menu has an item for the screen. */
  inMenu?: true
  /** The place of the screen in a phone's bottom bar, and its shorter name there. The other items are behind More. */
  bar?: { place: number; label?: string }
  /** Whether the screen also works while no organization is selected. */
  withoutOrganization?: true
  /** Other words for its content, for the palette. */
  also?: string
}

/**
 * The screens of the console, in the order of the menu, the palette, and the list of shortcuts. The menu has six items
 * (section 2, Shell).
 */
const TABLE = [
  { path: '/', label: 'Dashboard', icon: 'dashboard', key: 'd', inMenu: true, bar: { place: 1 } },
  { path: '/agent', label: 'Agent', icon: 'agent', key: 'a', inMenu: true, bar: { place: 4 } },
  { path: '/playground', label: 'Playground', icon: 'play', key: 'p', inMenu: true },
  { path: '/leads', label: 'Leads', icon: 'leads', key: 'l', inMenu: true, bar: { place: 3 } },
  {
    path: '/conversations',
    label: 'Conversations',
    icon: 'conversations',
    key: 'c',
    bar: { place: 2, label: 'Inbox' },
  },
  { path: '/integrations', label: 'Integrations', icon: 'plug', key: 'i', inMenu: true },
  {
    path: '/billing',
    label: 'Billing',
    icon: 'card',
    key: 'b',
    inMenu: true,
    also: 'invoices, statements, payments, plans, subscription',
  },
  { path: '/organization', label: 'Organization', icon: 'building', key: 'o', withoutOrganization: true },
] as const satisfies readonly Row[]

type Listed = (typeof TABLE)[number]
export type ScreenPath = Listed['path']
export type Screen = Row & Pick<Listed, 'path' | 'icon'>

export const SCREENS: readonly Screen[] = TABLE
