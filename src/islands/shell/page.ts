import { guardSession } from '../../stores/session.ts'
import { startServices } from '../../third-party/services.ts'

/** What every page does, with the shell around it or without: it runs once and outlives transitions. */

guardSession()
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

function stylesheets(from: Document): NodeListOf<HTMLLinkElement> {
  return from.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
}

/** After a transition focus moves to the new page's heading, so that the next Tab and a screen reader start there. */
let first = true
document.addEventListener('astro:page-load', () => {
  if (!first) {
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }
  first = false
})
