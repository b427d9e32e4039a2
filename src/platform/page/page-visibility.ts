const page = () => globalThis.document as Document | undefined

/** Returns whether the page is in a background tab, a minimized window, or behind a locked screen. */
export const isPageHidden = (): boolean => page()?.visibilityState === 'hidden'

/** Calls `changed` whenever the page is hidden or shown. Returns the unsubscribe function. */
export function onPageVisibility(changed: () => void): () => void {
  page()?.addEventListener('visibilitychange', changed)
  return () => page()?.removeEventListener('visibilitychange', changed)
}

/** Calls `focused` whenever the window gets the focus. Returns the unsubscribe function. */
export function onPageFocus(focused: () => void): () => void {
  globalThis.addEventListener?.('focus', focused)
  return () => globalThis.removeEventListener?.('focus', focused)
}

/** Returns whether the page is visible and its window has the focus. */
export const isPageInFront = (): boolean => !isPageHidden() && (page()?.hasFocus() ?? true)
