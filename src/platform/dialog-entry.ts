import { currentUrl } from './navigation.ts'

const MARK = 'fieldhandDialog'

/** Sets a query parameter of the shown address in a new entry of the history, which Back leaves again. Nothing is loaded. */
export function pushParameter(name: string, value: string): void {
  const url = currentUrl()
  url.searchParams.set(name, value)
  // With the router's own fields the entry counts as one of the page that is shown.
  history.pushState({ ...history.state, [MARK]: true }, '', url)
}

/** Goes back over the entry that `pushParameter` made; false when the one shown was made otherwise. */
export function leavePushed(): boolean {
  if (!history.state?.[MARK]) return false
  history.back()
  return true
}

/**
 * Calls `changed` when Back or Forward lead to another entry of the page that is shown, and keeps the router from
 * loading it anew. Answers with the end.
 */
export function onPopWithinPage(changed: () => void): () => void {
  const { pathname } = currentUrl()
  const popped = (event: PopStateEvent) => {
    if (currentUrl().pathname !== pathname) return
    event.stopImmediatePropagation()
    changed()
  }
  globalThis.addEventListener?.('popstate', popped, { capture: true })
  return () => globalThis.removeEventListener?.('popstate', popped, { capture: true })
}
