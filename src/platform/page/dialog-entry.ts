import { currentUrl } from './navigation.ts'

const MARK = 'fieldhandDialog'

/** Sets a query parameter of the current URL in a new history entry, without loading anything. */
export function pushParameter(name: string, value: string): void {
  const url = currentUrl()
  url.searchParams.set(name, value)
  // The router's own fields mark the entry as part of the current page.
  history.pushState({ ...history.state, [MARK]: true }, '', url)
}

/** Goes back if `pushParameter` created the current entry; else returns false. */
export function leavePushed(): boolean {
  if (!history.state?.[MARK]) return false
  history.back()
  return true
}

/**
 * Calls `changed` when Back or Forward lead to another entry of the current page. The router loads nothing, and the
 * shell prevents a swap. Returns the unsubscribe function.
 */
export function onPopWithinPage(changed: () => void): () => void {
  const { pathname } = currentUrl()
  const popped = () => {
    if (currentUrl().pathname === pathname) changed()
  }
  const prepare = (event: DocumentEventMap['astro:before-preparation']) => {
    const { navigationType, from, to } = event
    const stays = navigationType === 'traverse' && from.pathname === pathname && to.pathname === pathname
    if (stays) event.loader = async () => {}
  }
  const page = globalThis.document as Document | undefined
  globalThis.addEventListener?.('popstate', popped)
  page?.addEventListener('astro:before-preparation', prepare)
  return () => {
    globalThis.removeEventListener?.('popstate', popped)
    page?.removeEventListener('astro:before-preparation', prepare)
  }
}
