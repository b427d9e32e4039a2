import { sessionStamp } from '../../session-stamp.ts'
import { isCurrent, isDated, KEPT, keyOf, type LastView, ownerOf, styleUrls, uncover } from './last-view.ts'

/**
 * The inline script at the end of a page's content. It covers the page with its last view until the islands have
 * rendered the same content. The view is inert, and clicks pass through it.
 */

/** Milliseconds after which the page is uncovered in any case. */
const LONGEST = 10_000

function show(main: HTMLElement): void {
  const stamp = sessionStamp()
  const session = window.fieldhandEarly?.owner
  const item = localStorage.getItem(keyOf(location.pathname))
  if (!stamp || !session || !item) return
  const view = JSON.parse(item) as LastView
  const styles = styleUrls()
  const now = {
    owner: ownerOf(stamp, session.userId, session.organizationId),
    address: location.pathname + location.search,
    width: innerWidth,
    styles,
    time: Date.now(),
  }
  if (!isCurrent(view, now)) return
  const missing = view.styles.filter((url) => !styles.includes(url))
  void Promise.all(missing.map(loadStyle)).then(() => {
    if (window.fieldhandEarly?.owner === session && !isDrawn(main)) cover(main, view)
  })
}

/** Loads a style sheet of a part of the page that loads later. That part then finds the style sheet in the document. */
function loadStyle(href: string): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  document.head.append(link)
  return new Promise((done) => {
    link.onload = done
    link.onerror = done
  })
}

const isDrawn = (main: HTMLElement) => !main.querySelector('astro-island[ssr], .skeleton')

function cover(main: HTMLElement, last: LastView): void {
  // A second <main> gets the same styles.
  const view = main.cloneNode() as HTMLElement
  view.removeAttribute('id')
  view.className = 'last-view'
  view.inert = true
  view.innerHTML = last.html
  view.toggleAttribute('data-old', isDated(last, Date.now()))
  const changes = new MutationObserver(() => {
    if (view.isConnected && !isDrawn(main)) return
    changes.disconnect()
    uncover()
  })
  changes.observe(main, { subtree: true, childList: true, attributeFilter: ['ssr'] })
  main.after(view)
  setTimeout(uncover, LONGEST)
}

try {
  const main = document.querySelector<HTMLElement>(KEPT)
  // Client-side transitions also run this script, but then the page has newer data than its last view.
  if (main && document.readyState === 'loading') show(main)
} catch {
  // Access to storage is denied.
}
