const page = () => globalThis.document as Document | undefined

/** Returns whether the page is in a background tab, a minimized window, or behind a locked screen. */
export const isPageHidden = (): boolean => page()?.visibilityState === 'hidden'

/** Calls `changed` whenever the page is hidden or shown. Returns the unsubscribe function. */
export function onPageVisibility(changed: () => void): () => void {
  const shown = page()
  shown?.addEventListener('visibilitychange', changed)
  return () => shown?.removeEventListener('visibilitychange', changed)
}

/** Calls `focused` whenever the window gets focus. Returns the unsubscribe function. */
export function onPageFocus(focused: () => void): () => void {
  globalThis.addEventListener?.('focus', focused)
  return () => globalThis.removeEventListener?.('focus', focused)
}

/** Returns whether the page is visible and its window has focus. */
export const isPageInFront = (): boolean => !isPageHidden() && (page()?.hasFocus() ?? true)

/**
 * Calls `leave` whenever the page might end: when it is hidden, closed, reloaded, or left. The page can come back, so
 * `leave` can be called more than once. Returns the unsubscribe function.
 */
export function onPageLeave(leave: () => void): () => void {
  const stop = onPageVisibility(() => isPageHidden() && leave())
  globalThis.addEventListener?.('pagehide', leave)
  return () => {
    stop()
    globalThis.removeEventListener?.('pagehide', leave)
  }
}

/** Calls `swap` before a page transition replaces the page. Returns the unsubscribe function. */
export function onPageSwap(swap: () => void): () => void {
  const shown = page()
  // Going back within the page, for example by closing a dialog, is a transition to the same document.
  const listener = (event: Event) => {
    if ((event as Event & { newDocument?: Document }).newDocument !== shown) swap()
  }
  shown?.addEventListener('astro:before-swap', listener)
  return () => shown?.removeEventListener('astro:before-swap', listener)
}

/** Returns whether the browser reports that it is offline. False does not guarantee a connection. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false

/** Calls `back` whenever the browser is online again. Returns the unsubscribe function. */
export function onBackOnline(back: () => void): () => void {
  globalThis.addEventListener?.('online', back)
  return () => globalThis.removeEventListener?.('online', back)
}

/** Calls `changed` whenever the browser goes offline or back online. Returns the unsubscribe function. */
export function onConnection(changed: () => void): () => void {
  const stop = onBackOnline(changed)
  globalThis.addEventListener?.('offline', changed)
  return () => {
    stop()
    globalThis.removeEventListener?.('offline', changed)
  }
}
