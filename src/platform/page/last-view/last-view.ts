import { itemKeys, removeItem } from '../../storage/storage.ts'

/** What a page showed when it was last complete. It is drawn at the next visit until the page can draw itself. */
export interface LastView {
  /** The sign-in, user, and organization whose data it shows. */
  owner: string
  /** When it was drawn, in milliseconds since 1970. */
  drawnAt: number
  /** The address with its query, and the width of the window: another address or width shows something else. */
  address: string
  width: number
  /** The URLs of its style sheets. Those of another build have other URLs. */
  styles: readonly string[]
  html: string
}

/** The part of a page that is kept. */
export const KEPT = 'main[data-keeps-view]'

const PREFIX = 'fieldhand.last-view.'

/** Where the view of a page is on this device. */
export const keyOf = (pathname: string): string => PREFIX + pathname

/** Milliseconds: seven days. */
const MAX_AGE = 7 * 86_400_000

/** Whether a view shows what `now` would show, apart from changes since. */
export function isCurrent(
  view: LastView,
  now: Pick<LastView, 'owner' | 'address' | 'width' | 'styles'> & { time: number },
): boolean {
  return (
    view.owner === now.owner &&
    view.address === now.address &&
    view.width === now.width &&
    view.drawnAt > now.time - MAX_AGE &&
    // A development server has none.
    now.styles.length > 0 &&
    now.styles.every((url) => view.styles.includes(url))
  )
}

/** The owner of a view. */
export const ownerOf = (stamp: string, userId: string, organizationId: string): string =>
  [stamp, userId, organizationId].join(' ')

/** The URLs of the document's style sheets. */
export const styleUrls = (): string[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href)

/** Removes all views from this device. */
export function forgetViews(): void {
  for (const key of itemKeys(PREFIX)) removeItem(key)
}

/** Removes the view that covers the page, if there is one. */
export function uncover(): void {
  globalThis.document?.querySelector('.last-view')?.remove()
}
