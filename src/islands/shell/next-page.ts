import { routeOf } from '../../domain/common/route.ts'
import { isFrugal } from '../../platform/page/frugal.ts'
import { keepPage, keptPage, versionOf } from '../../platform/page/kept-pages.ts'
import { loadDocument } from '../../platform/page/navigation.ts'
import { isPhone } from '../../platform/page/phone.ts'
import { preloadSessionComponents } from '../../stores/base/session/session.ts'

/**
 * Preloads the next page: its HTML, modules, and styles when the user points to a link or focuses it, and Clerk's
 * components when the user presses it. On slow connections and with Save-Data, everything waits for the press.
 * Runs once and survives transitions.
 */

const { routes = '[]', files: filesOf = '{}' } =
  document.querySelector<HTMLElement>('[data-routes]')?.dataset ?? {}

/** The routes of the console's pages. */
const pages: readonly string[] = JSON.parse(routes)

/** The URLs of the modules and styles that each page needs in addition to those of the first page, by route. */
const files: Record<string, string[] | undefined> = JSON.parse(filesOf)

/**
 * Returns the URL of the page that a link opens in this tab. Returns null if the link stays on the page or leads
 * elsewhere.
 */
function targetOf({ target }: Event): URL | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download')) return null
  const url = new URL(link.href)
  const isOther = url.origin === location.origin && routeOf(url.pathname) !== routeOf(location.pathname)
  return isOther && pages.includes(routeOf(url.pathname)) ? url : null
}

/** The routes of the pages that consist mainly of Clerk's components. */
const CLERKS: readonly string[] = ['/organization', '/billing']

/** Most links to leads open next to the list, except on a phone. */
const staysInList = (route: string) => route === '/lead' && !isPhone()

const keep = (route: string) => keepPage(route, files[route])

function point(event: Event): void {
  const url = isFrugal() ? null : targetOf(event)
  if (url && !staysInList(routeOf(url.pathname))) keep(routeOf(url.pathname))
}

function press(event: Event): void {
  const url = targetOf(event)
  const route = url && routeOf(url.pathname)
  if (!route || staysInList(route)) return
  keep(route)
  if (CLERKS.includes(route)) preloadSessionComponents()
}

for (const intent of ['pointerover', 'focusin']) document.addEventListener(intent, point, { passive: true })
document.addEventListener(
  'pointerdown',
  (event) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event
    if (button === 0 && !(ctrlKey || metaKey || shiftKey || altKey)) press(event)
  },
  { passive: true },
)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') press(event)
})

document.addEventListener('astro:before-preparation', (event) => {
  const { from, to, formData } = event
  const route = routeOf(to.pathname)
  if (!pages.includes(route) || formData || from.pathname === to.pathname) return
  const load = event.loader
  event.loader = async () => {
    const page = await keptPage(route)
    if (!page) await load()
    // The modules of two versions don't share their state, so the browser loads a page of another version.
    else if (versionOf(page) !== versionOf(document)) loadDocument(event)
    else event.newDocument = page
  }
})
