export type Theme = 'light' | 'dark'

const PREFERS_DARK = '(prefers-color-scheme: dark)'

export function systemTheme(): Theme {
  return globalThis.matchMedia?.(PREFERS_DARK).matches ? 'dark' : 'light'
}

/** Calls `changed` when the system's theme changes. Returns the unsubscribe function. */
export function onSystemTheme(changed: () => void): () => void {
  const query = globalThis.matchMedia?.(PREFERS_DARK)
  query?.addEventListener('change', changed)
  return () => query?.removeEventListener('change', changed)
}

export function applyTheme(theme: Theme): void {
  const root = globalThis.document?.documentElement
  if (root) root.dataset.theme = theme
}

/** Returns whether the screen is as short as a phone in landscape orientation. */
export function isShortScreen(): boolean {
  return globalThis.matchMedia?.('(height < 500px)').matches ?? false
}
