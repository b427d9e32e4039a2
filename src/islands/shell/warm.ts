const warmed = new Set<string>()

/**
 * Loads the modules and styles of the page at `href` ahead of a click on it. The router fetches the page by
 * itself; the browser's cache gives both the same answer.
 */
export async function warm(href: string): Promise<void> {
  if (warmed.has(href) || new URL(href).pathname === location.pathname) return
  warmed.add(href)
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
    // Offline: the click itself will say so.
    warmed.delete(href)
  }
}
