import 'virtual:clerk'
import { routeOf } from '../../domain/common/route.ts'
import { restoreScroll } from '../../platform/page/scrolling.ts'
import { guardSession, returnAfterReload } from '../../stores/base/session/session.ts'
import { startServices } from '../../third-party/monitoring/services.ts'

/** The behavior of every page, with or without the shell. Runs once and survives transitions. */

/**
 * React reports an error (424) if the user leaves a page before it is hydrated. No data is lost, so ignore the error.
 * React's own option for that, `onUncaughtError` of `hydrateRoot`, can't be set through @astrojs/react.
 */
addEventListener('error', (event) => {
  if (!event.message.includes('Minified React error #424;')) return
  event.preventDefault()
  event.stopImmediatePropagation()
})

guardSession()
returnAfterReload()
if (history.state?.scrollY) restoreScroll(history.state.scrollY)
startServices()

/**
 * A superseded navigation skips its cross-fade. The router doesn't handle that rejection, and hands out the transition
 * only in `astro:before-swap`, which can be too late.
 */
if ('startViewTransition' in document) {
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    transition.ready.catch(() => undefined)
    return transition
  }
}

/** Keeps the styles of the previous page, because those of lazily loaded components would not load again. */
document.addEventListener('astro:before-swap', ({ newDocument }) => {
  const theirs = new Set([...stylesheets(newDocument)].map((link) => link.getAttribute('href')))
  for (const link of stylesheets(document)) {
    if (!theirs.has(link.getAttribute('href'))) newDocument.head.append(link.cloneNode())
  }
  const { sidebar, theme } = document.documentElement.dataset
  if (sidebar) newDocument.documentElement.dataset.sidebar = sidebar
  if (theme) newDocument.documentElement.dataset.theme = theme
  newDocument.documentElement.toggleAttribute(
    'data-outage',
    document.documentElement.hasAttribute('data-outage'),
  )
})

/** Whether the last navigation swapped in another page. */
let isNew = false

/** The route of the page in the document. The URL can be ahead of it. */
let shown = routeOf(location.pathname)

/**
 * Back and Forward can be faster than page swaps. A page whose navigation has been superseded isn't swapped in or added
 * to the history. If nothing was loaded, swapping a page with itself would lose its styles. This is an accessor because
 * @clerk/astro sets its own swap after an `await`, when all listeners have run.
 */
document.addEventListener('astro:before-swap', (event) => {
  let swap = event.swap
  const guarded = () => {
    isNew = !event.signal.aborted && event.newDocument !== document
    if (event.signal.aborted) event.to = new URL(location.href)
    else if (isNew) {
      swap()
      shown = routeOf(event.to.pathname)
    }
  }
  Object.defineProperty(event, 'swap', {
    get: () => guarded,
    set: (theirs: () => void) => {
      swap = theirs
    },
  })
})

/**
 * Loads the page of the URL if its navigation has ended and no other navigation has replaced it. If two URLs differ in
 * their fragment, the router treats a history step between them as a move within the page, even if it still shows
 * another page.
 */
let latest: AbortSignal | null = null
document.addEventListener('astro:before-preparation', (event) => {
  const { signal, to, loader } = event
  latest = signal
  const ended = () => latest === signal && routeOf(location.pathname) !== shown && location.reload()
  // The router starts the next navigation synchronously.
  signal.addEventListener('abort', () => queueMicrotask(ended))
  event.loader = async () => {
    await loader()
    // The router then sets the URL. If the URL has a fragment and is unchanged, this loads nothing.
    if (event.defaultPrevented && to.hash && to.href === location.href) setTimeout(ended)
  }
})

function stylesheets(from: Document): NodeListOf<HTMLLinkElement> {
  return from.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
}

/** The scroll position that the router has stored for the history entry of the next page. */
let position = 0
document.addEventListener('astro:before-preparation', ({ navigationType }) => {
  position = navigationType === 'traverse' ? (history.state?.scrollY ?? 0) : 0
})

/**
 * After a transition, moves focus to the new page's heading, so that the next Tab and a screen reader start there, and
 * restores the scroll position again, because the router does that before the content has loaded. If the page didn't
 * change, for example when Back closes a dialog, focus stays where the dialog returned it.
 */
document.addEventListener('astro:page-load', () => {
  if (!isNew) return
  isNew = false
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  if (position) restoreScroll(position)
})
