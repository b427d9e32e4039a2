/** How the page can look. */
export type Theme = 'light' | 'dark'

const PREFERS_DARK = '(prefers-color-scheme: dark)'

/** What the system asks for. */
export function systemTheme(): Theme {
  return globalThis.matchMedia?.(PREFERS_DARK).matches ? 'dark' : 'light'
}

/** Calls `changed` when the system asks for another theme. Answers with the undo. */
export function onSystemTheme(changed: () => void): () => void {
  const query = globalThis.matchMedia?.(PREFERS_DARK)
  query?.addEventListener('change', changed)
  return () => query?.removeEventListener('change', changed)
}

/** Dresses the page. */
export function wear(theme: Theme): void {
  const root = globalThis.document?.documentElement
  if (root) root.dataset.theme = theme
}
