const preloadedPages = new Set<string>()

/**
 * Preloads the modules and styles of the page at `href` before a click. The router fetches the page itself from the
 * browser's cache.
 */
export async function preloadPage(href: string): Promise<void> {
  if (preloadedPages.has(href) || new URL(href).pathname === location.pathname) return
  preloadedPages.add(href)
  try {
    const response = await fetch(href, { headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    for (const link of page.querySelectorAll('link[rel="modulepreload"], link[rel="stylesheet"]')) {
      const path = link.getAttribute('href')
      if (!path || document.querySelector(`link[href="${CSS.escape(path)}"]`)) continue
      const hint = document.createElement('link')
      if (link.getAttribute('rel') === 'stylesheet') Object.assign(hint, { rel: 'preload', as: 'style' })
      else hint.rel = 'modulepreload'
      hint.href = path
      document.head.append(hint)
    }
  } catch {
    // When offline, the click shows the error.
    preloadedPages.delete(href)
  }
}
