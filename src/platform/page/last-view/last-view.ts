import { itemKeys, removeItem } from '../../storage/storage.ts'

/**
 * The content that a page showed when it was last complete. The next visit shows it until the page can render itself.
 */
export interface LastView {
  /** The sign-in, user, and organization that the data belongs to. */
  owner: string
  /** The time when it was rendered, in milliseconds since 1970. */
  drawnAt: number
  /** The address with its query, and the width of the window. Another address or width would show different content. */
  address: string
  width: number
  /** The URLs of its style sheets. They differ between builds. */
  styles: readonly string[]
  html: string
}

/** The part of a page that is stored. */
export const KEPT = 'main[data-keeps-view]'

const PREFIX = 'fieldhand.last-view.'

/** Returns the storage key of a page's view. */
export const keyOf = (pathname: string): string => PREFIX + pathname

/** In milliseconds: seven days. */
const MAX_AGE = 7 * 86_400_000

/** Returns whether a view shows what `now` would show, except for later changes. */
export function isCurrent(
  view: LastView,
  now: Pick<LastView, 'owner' | 'address' | 'width' | 'styles'> & { time: number },
): boolean {
  return (
    view.owner === now.owner &&
    view.address === now.address &&
    view.width === now.width &&
    view.drawnAt > now.time - MAX_AGE &&
    // The development server has no style sheets.
    now.styles.length > 0 &&
    now.styles.every((url) => view.styles.includes(url))
  )
}

/** In milliseconds: the time after which relative times in a view are wrong. */
const FRESH = 60_000

/** Returns whether the times in a view, such as "2 minutes ago", can have changed by `time`. */
export const isDated = ({ drawnAt }: Pick<LastView, 'drawnAt'>, time: number): boolean =>
  time - drawnAt >= FRESH || time < drawnAt

/** Returns the `owner` of a view. */
export const ownerOf = (stamp: string, userId: string, organizationId: string): string =>
  [stamp, userId, organizationId].join(' ')

/** Returns the URLs of the document's style sheets. */
export const styleUrls = (): string[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href)

/** Removes all views from this device. */
export function forgetViews(): void {
  for (const key of itemKeys(PREFIX)) removeItem(key)
}

/** Removes the view that covers the page, if any. */
export function uncover(): void {
  globalThis.document?.querySelector('.last-view')?.remove()
}
