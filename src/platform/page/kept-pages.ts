/**
 * Caches the HTML of the console's pages that this tab has fetched, for client-side transitions. The HTML is the same
 * for every user.
 */

interface KeptPage {
  html: string
  /** The parsed page; null once it has been shown. */
  document: Document | null
  /** The URLs of its style sheets. */
  styles: readonly string[]
  /** Milliseconds since 1970. */
  fetchedAt: number
}

/**
 * Milliseconds after which a page is fetched again, because a newer version of the console may have replaced its files.
 */
const MAX_AGE = 60_000

const kept = new Map<string, Promise<KeptPage | null>>()
const hinted = new Set<string>()
const styles = new Map<string, Promise<unknown>>()

/**
 * Returns the version of the console that a page belongs to. The document keeps the version with which it was loaded.
 */
export const versionOf = (page: Document): string | undefined =>
  page.querySelector<HTMLElement>('[data-build]')?.dataset.build

/** Returns whether the server has another version of the console than the document. False if it can't be reached. */
export async function isReplaced(): Promise<boolean> {
  const page = await fetchPage(location.pathname).catch(() => null)
  return page?.document ? versionOf(page.document) !== versionOf(document) : false
}

/**
 * Fetches the page of `route`, and starts loading its modules and style sheets. Does this only once. `files` lists the
 * URLs of the modules and style sheets that are known before the page has arrived.
 */
export function keepPage(route: string, files: readonly string[] = []): void {
  const isKnown = kept.has(route)
  void pageOf(route)
  if (isKnown) return
  for (const file of files) {
    if (file.endsWith('.css')) void loadStyle(file)
    else download(file)
  }
}

/** Returns the page of `route` after its style sheets have loaded. Returns null if the page cannot be fetched. */
export async function keptPage(route: string): Promise<Document | null> {
  const page = await pageOf(route)
  if (!page) return null
  await Promise.all(page.styles.map(loadStyle))
  const { document } = page
  page.document = null
  return document ?? parse(page.html)
}

async function pageOf(route: string): Promise<KeptPage | null> {
  const known = kept.get(route)
  // Skipping the wait makes the request for the page the first one.
  const page = known && (await known)
  if (page && Date.now() - page.fetchedAt < MAX_AGE) return page
  const fetching = fetchPage(route).catch(() => null)
  kept.set(route, fetching)
  const fetched = await fetching
  if (!fetched && kept.get(route) === fetching) kept.delete(route)
  return fetched
}

async function fetchPage(route: string): Promise<KeptPage | null> {
  const response = await fetch(route, { headers: { accept: 'text/html' } })
  if (!response.ok || response.redirected) return null
  const html = await response.text()
  const page = parse(html)
  // A page from elsewhere, such as a proxy, is left for the browser to show.
  if (!page.querySelector('meta[name="astro-view-transitions-enabled"]')) return null
  return { html, document: page, styles: hint(page), fetchedAt: Date.now() }
}

/** Parses a page as the transition router does, and removes the preload links that this tab has already added. */
function parse(html: string): Document {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll('noscript')) element.remove()
  for (const link of page.querySelectorAll('link[rel="modulepreload"]')) {
    if (hinted.has(hrefOf(link))) link.remove()
  }
  return page
}

const hrefOf = (link: Element) => link.getAttribute('href') ?? ''

/** Starts loading a page's modules and style sheets. Returns the URLs of the style sheets. */
function hint(page: Document): string[] {
  for (const link of page.querySelectorAll('link[rel="modulepreload"]')) {
    const href = hrefOf(link)
    if (
      !hinted.has(href) &&
      !document.querySelector(`link[rel="modulepreload"][href="${CSS.escape(href)}"]`)
    ) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    hinted.add(href)
    link.remove()
  }
  const links = [...page.querySelectorAll('link[rel="stylesheet"]')].map(hrefOf)
  for (const href of links) void loadStyle(href)
  return links
}

/** Downloads a script. Unlike a module that fails to load, the script is requested again when a page needs it. */
function download(href: string): void {
  if (hinted.has(href) || document.querySelector(`link[href="${CSS.escape(href)}"]`)) return
  const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href })
  link.crossOrigin = 'anonymous'
  link.fetchPriority = 'low'
  document.head.append(link)
}

/** Loads a style sheet unless the page already has it. Resolves when it has loaded or failed. */
function loadStyle(href: string): Promise<unknown> {
  const loading = styles.get(href)
  if (loading) return loading
  // Matches the style sheet, or the link that preloaded it.
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) return Promise.resolve()
  const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'style', href })
  const loaded = new Promise((resolve) => {
    link.onload = resolve
    link.onerror = resolve
    // A transition removes the link, which then fires no events.
    document.addEventListener('astro:after-swap', resolve, { once: true })
  })
  styles.set(href, loaded)
  void loaded.then(() => styles.delete(href))
  document.head.append(link)
  return loaded
}
