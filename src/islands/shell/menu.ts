import { SCREENS, type Screen } from '../../domain/common/screens.ts'

/** The menu items in order (section 2, Shell). */
export const menu: readonly Screen[] = SCREENS.filter(({ inMenu }) => inMenu)

/** Number of items in a phone's bottom bar, not counting More. */
const ITEMS_IN_BAR = 4

/** The items in a phone's bottom bar, and the items behind More. A sidebar shows both in order. */
export const inBar = menu.slice(0, ITEMS_IN_BAR)
export const rest = menu.slice(ITEMS_IN_BAR)

/** Returns whether the menu item of `screen` is current on the page at `path`. */
export function isCurrent(screen: string, path: string): boolean {
  const [, first = ''] = path.split('/')
  const own = `/${first}`
  return (SCREENS.find((each) => each.path === own)?.under ?? own) === screen
}

/** Returns the route of a built file: `/leads.html` becomes `/leads`, and `/index.html` becomes `/`. */
export function pathOfFile(pathname: string): string {
  return pathname.replace(/(\/index)?\.html$|\/index$/, '') || '/'
}
