import { SCREENS, type Screen } from '../../domain/common/screens.ts'

/** The items of the menu in a sidebar, in order (section 2, Shell). */
export const menu: readonly Screen[] = SCREENS.filter(({ inMenu }) => inMenu)

/** The items in a phone's bottom bar, and the items of the menu behind More. */
export const bar: readonly Screen[] = SCREENS.filter((screen) => screen.bar)
  .map((screen) => ({ ...screen, label: screen.bar?.label ?? screen.label }))
  .toSorted((a, b) => (a.bar?.place ?? 0) - (b.bar?.place ?? 0))
export const rest: readonly Screen[] = menu.filter((screen) => !screen.bar)

/** The inbox, which a sidebar shows beside the search. */
export const inbox: Screen | undefined = bar.find(({ path }) => path === '/conversations')

/** Returns whether the menu item of `screen` is current on the page at `path`. */
export function isCurrent(screen: string, path: string): boolean {
  const [, first = ''] = path.split('/')
  return `/${first}` === screen
}

/** Returns the route of a built file: `/leads.html` becomes `/leads`, and `/index.html` becomes `/`. */
export function pathOfFile(pathname: string): string {
  return pathname.replace(/(\/index)?\.html$|\/index$/, '') || '/'
}
