import { guardSession, returnAfterReload } from '../../stores/session/session.ts'
import { startServices } from '../../third-party/services.ts'

/** What every page does, with the shell around it or without: it runs once and outlives transitions. */

guardSession()
returnAfterReload()
startServices()

/** Styles stay when a page is left: those of lazily loaded parts would not be asked for a second time. */
document.addEventListener('astro:before-swap', ({ newDocument }) => {
  const theirs = new Set([...stylesheets(newDocument)].map((link) => link.getAttribute('href')))
  for (const link of stylesheets(document)) {
    if (!theirs.has(link.getAttribute('href'))) newDocument.head.append(link.cloneNode())
  }
  const { sidebar, theme } = document.documentElement.dataset
  if (sidebar) newDocument.documentElement.dataset.sidebar = sidebar
  if (theme) newDocument.documentElement.dataset.theme = theme
})

/** Whether the last navigation has put another page in place. */
let isNew = false

/**
 * Back and Forward may come faster than pages are put in place. One that another navigation has overtaken stays out of
 * place and out of the history; and where nothing was loaded, a page put in its own place would lose its styles.
 * An accessor, because Clerk puts a swap of its own in when all listeners have run.
 */
document.addEventListener('astro:before-swap', (event) => {
  let swap = event.swap
  const guarded = () => {
    isNew = !event.signal.aborted && event.newDocument !== document
    if (event.signal.aborted) event.to = new URL(location.href)
    else if (isNew) swap()
  }
  Object.defineProperty(event, 'swap', {
    get: () => guarded,
    set: (theirs: () => void) => {
      swap = theirs
    },
  })
})

function stylesheets(from: Document): NodeListOf<HTMLLinkElement> {
  return from.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
}

/**
 * After a transition focus moves to the new page's heading, so that the next Tab and a screen reader start there. Where
 * the page has stayed, as when Back closes a dialog, focus is where the dialog gave it.
 */
document.addEventListener('astro:page-load', () => {
  if (!isNew) return
  isNew = false
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
})
