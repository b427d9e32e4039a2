const page = () => globalThis.document as Document | undefined

/** Whether the page is in a background tab, a minimized window or behind a locked screen. */
export const isPageHidden = (): boolean => page()?.visibilityState === 'hidden'

/** Calls `changed` whenever the page hides or comes back. Answers with the undo. */
export function onPageVisibility(changed: () => void): () => void {
  page()?.addEventListener('visibilitychange', changed)
  return () => page()?.removeEventListener('visibilitychange', changed)
}

/** Calls `focused` whenever the user turns to the window. Answers with the undo. */
export function onPageFocus(focused: () => void): () => void {
  globalThis.addEventListener?.('focus', focused)
  return () => globalThis.removeEventListener?.('focus', focused)
}

/** Whether the user has the page before the eyes: not hidden, and its window in front. */
export const isPageInFront = (): boolean => !isPageHidden() && (page()?.hasFocus() ?? true)
