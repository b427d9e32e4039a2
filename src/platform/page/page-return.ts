import { sessionStamp } from '../session/stamp.ts'

/**
 * Browsers keep a page that is left, and show it again on Back as it was. From now on it is kept hidden (styles/base.css)
 * and shown again only while the same session lasts. Otherwise it is emptied and loaded again.
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
