/** A widget shown on this page, as far as the console steers it. */
export interface ShownWidget {
  /** Takes up what is saved. Rejects when it cannot. */
  refresh: () => void | Promise<void>
  /** Opens the chat; false when it cannot yet. */
  open?: () => boolean
}

const shown = new Set<ShownWidget>()

/** Registers a widget shown on this page, such as the preview. Answers with the undo. */
export function registerWidget(widget: ShownWidget): () => void {
  shown.add(widget)
  return () => shown.delete(widget)
}

/** The SDK that the embed script puts on `window`, where the page has it. */
function embedded(): { refresh?: unknown; open?: unknown } {
  return (globalThis as { fieldhand?: object }).fieldhand ?? {}
}

/**
 * Has every widget on this page load its settings anew: those registered, and the one of the embed script
 * (`window.fieldhand`). False when there is none. Throws as the widget does.
 */
export async function refreshWidgets(): Promise<boolean> {
  const refreshes = [...shown].map(({ refresh }) => refresh)
  const { refresh } = embedded()
  if (typeof refresh === 'function') refreshes.push(() => refresh.call(embedded()))
  await Promise.all(refreshes.map(async (each) => each()))
  return refreshes.length > 0
}

/** Opens the chat of every widget on this page; false when none of them could be opened yet. */
export function openWidgets(): boolean {
  const opened = [...shown].map((widget) => widget.open?.() ?? false)
  const { open } = embedded()
  if (typeof open === 'function') {
    open.call(embedded())
    opened.push(true)
  }
  return opened.includes(true)
}
