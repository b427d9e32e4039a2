/** How the widget on this page takes up new settings. */
export type RefreshWidget = () => void | Promise<void>

const shown = new Set<RefreshWidget>()

/** Registers a widget shown on this page, such as the preview. Answers with the undo. */
export function registerWidget(refresh: RefreshWidget): () => void {
  shown.add(refresh)
  return () => shown.delete(refresh)
}

/**
 * Has every widget on this page load its settings anew: those registered, and the one of the embed script
 * (`window.fieldhand`). False when there is none. Throws as the widget does.
 */
export async function refreshWidgets(): Promise<boolean> {
  const { fieldhand } = globalThis as { fieldhand?: { refresh?: unknown } }
  const refreshes = [...shown]
  if (typeof fieldhand?.refresh === 'function') refreshes.push(() => (fieldhand.refresh as RefreshWidget)())
  await Promise.all(refreshes.map(async (refresh) => refresh()))
  return refreshes.length > 0
}
