/**
 * Calls `leave` whenever the page may be about to go: it is hidden, closed, reloaded or left. It may come back, and
 * may be called more than once. Answers with the undo.
 */
export function onPageLeave(leave: () => void): () => void {
  const page = globalThis.document as Document | undefined
  const hidden = () => {
    if (page?.visibilityState === 'hidden') leave()
  }
  globalThis.addEventListener?.('pagehide', leave)
  page?.addEventListener('visibilitychange', hidden)
  return () => {
    globalThis.removeEventListener?.('pagehide', leave)
    page?.removeEventListener('visibilitychange', hidden)
  }
}
