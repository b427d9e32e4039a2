/**
 * Navigates within the console without reloading the document. Loads other URLs normally. Adds a history entry unless it
 * `replaces` the current one.
 */
export async function navigate(path: string, { replaces = false } = {}): Promise<void> {
  const client = await import('astro:transitions/client')
  await client.navigate(path, replaces ? { history: 'replace' } : {})
}

/**
 * Loads the page of a navigation with a new document. The router only sets the URL, which loads nothing if it has a
 * fragment and is unchanged.
 */
export function loadDocument(event: DocumentEventMap['astro:before-preparation']): void {
  event.preventDefault()
  if (event.to.hash && event.to.href === location.href) setTimeout(() => location.reload())
}

/** Loads a page outside the console. Throws if `address` is not a web address. */
export function leaveFor(address: string): void {
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) throw new Error('Not a web address')
  location.assign(address)
}

/** Calls `bind` once each page has loaded, after the function that the previous call returned, if any. */
export function onEachPage(bind: () => (() => void) | undefined): void {
  let release: (() => void) | undefined
  document.addEventListener('astro:page-load', () => {
    release?.()
    release = bind()
  })
}

export function currentUrl(): URL {
  return new URL(globalThis.location?.href ?? 'http://localhost/')
}

/** Returns the id in the current path, such as `/leads/{id}`. Returns an empty string if there is none. */
export function idInPath(): string {
  const [, , id = ''] = currentUrl().pathname.split('/')
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** Query parameters by name. Null, undefined, and blank values stand for absent parameters. */
type Search = Record<string, string | null | undefined>

/** Returns query parameters as the end of a URL, such as `?status=new`. Returns an empty string if all are absent. */
export function searchText(params: Search): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

/**
 * Sets query parameters of the current URL without a new history entry and without loading anything. Removes absent
 * parameters.
 */
export function replaceSearch(params: Search): void {
  const url = currentUrl()
  for (const [name, value] of Object.entries(params)) {
    if (value) url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  }
  // The transition router stores its scroll position in the state.
  history.replaceState(history.state, '', url)
}

/** Returns the console path that a redirect parameter contains, or the path of the dashboard for any other URL. */
export function safeRedirect(target: string | null, origin: string): string {
  const url = target ? URL.parse(target, origin) : null
  if (!url || url.origin !== origin || url.pathname === '/sign-up') return '/'
  const path = url.pathname + url.search + url.hash
  // A path such as `//host` resolves to another origin.
  return URL.parse(path, origin)?.origin === origin ? path : '/'
}

const MARK = 'fieldhandDialog'

/** Sets a query parameter of the current URL in a new history entry, without loading anything. */
export function pushParameter(name: string, value: string): void {
  const url = currentUrl()
  url.searchParams.set(name, value)
  // The router's own fields mark the entry as part of the current page.
  history.pushState({ ...history.state, [MARK]: true }, '', url)
}

/** Sets the path of the current URL in a new history entry without loading anything. Keeps the query. */
export function pushPath(path: string): void {
  history.pushState({ ...history.state, [MARK]: true }, '', path + currentUrl().search)
}

/** Sets the path of the current URL without a new history entry and without loading anything. Keeps the query. */
export function replacePath(path: string): void {
  history.replaceState(history.state, '', path + currentUrl().search)
}

/** Goes back if `pushParameter` or `pushPath` created the current history entry. Otherwise returns false. */
export function leavePushed(): boolean {
  if (!history.state?.[MARK]) return false
  history.back()
  return true
}

/**
 * Calls `changed` when Back or Forward leads to another history entry of the current page. The page consists of the
 * current path, or of the paths that `isPage` accepts. The router loads nothing, and the shell prevents the swap.
 * Returns the unsubscribe function.
 */
export function onPopWithinPage(
  changed: () => void,
  isPage: (path: string) => boolean = isPath(currentUrl().pathname),
): () => void {
  const popped = () => {
    if (isPage(currentUrl().pathname)) changed()
  }
  const prepare = (event: DocumentEventMap['astro:before-preparation']) => {
    const { navigationType, from, to } = event
    const stays = navigationType === 'traverse' && isPage(from.pathname) && isPage(to.pathname)
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

const isPath = (own: string) => (path: string) => path === own
