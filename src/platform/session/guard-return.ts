import { sessionStamp } from '../session-stamp.ts'

/**
 * Handles the browser's back/forward cache, which shows a page unchanged on Back. Hides cached pages (styles/base.css),
 * and shows them again only if the session is still the same. Otherwise empties and reloads them.
 */
export function guardReturn(): void {
  const root = globalThis.document?.documentElement
  let stamp: string | null = null
  globalThis.addEventListener?.('pagehide', ({ persisted }) => {
    if (!persisted) return
    stamp = sessionStamp()
    root.dataset.left = ''
  })
  globalThis.addEventListener?.('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (stamp === null || stamp !== sessionStamp()) {
      document.body.replaceChildren()
      location.reload()
      return
    }
    delete root.dataset.left
  })
}
