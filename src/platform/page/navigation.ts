/** Goes to another page of the console without reloading the document; elsewhere by an ordinary load. */
export async function navigate(path: string): Promise<void> {
  const client = await import('astro:transitions/client')
  await client.navigate(path)
}

/** The address now shown. */
export function currentUrl(): URL {
  return new URL(globalThis.location?.href ?? 'http://localhost/')
}

/**
 * Sets query parameters of the shown address, without a new entry in the history and without loading anything.
 * `null`, undefined and blank remove a parameter.
 */
export function replaceSearch(params: Record<string, string | null | undefined>): void {
  const url = currentUrl()
  for (const [name, value] of Object.entries(params)) {
    if (value) url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  }
  // The transition router keeps its scroll position in the state.
  history.replaceState(history.state, '', url)
}

/** The path of this console that a redirect parameter names; the dashboard when it names anything else. */
export function safeRedirect(target: string | null, origin: string): string {
  const url = target ? URL.parse(target, origin) : null
  if (!url || url.origin !== origin || url.pathname === '/sign-up') return '/'
  const path = url.pathname + url.search + url.hash
  // A path such as `//host` resolves to another origin than the address it was taken from.
  return URL.parse(path, origin)?.origin === origin ? path : '/'
}
