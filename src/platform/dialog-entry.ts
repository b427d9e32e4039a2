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
 * Calls `changed` when Back or Forward lead to another entry of the page that is shown, which stays as it is: the
 * router has nothing to load, and the shell sees to it that nothing is swapped. Answers with the end.
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
