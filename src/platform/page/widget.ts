/** A widget on this page that the console controls. */
export interface ShownWidget {
  /** Reloads the saved settings. Rejects on failure. */
  refresh: () => void | Promise<void>
  /** Opens the chat; returns false if it is not ready. */
  open?: () => boolean
}

const shown = new Set<ShownWidget>()

/** Registers a widget on this page, such as the preview. Returns the unregister function. */
export function registerWidget(widget: ShownWidget): () => void {
  shown.add(widget)
  return () => shown.delete(widget)
}

/** The SDK that the embed script adds to `window`, if the page has it. */
function embedded(): { refresh?: unknown; open?: unknown } {
  return (globalThis as { fieldhand?: object }).fieldhand ?? {}
}

/**
 * Reloads the settings of every widget on this page: the registered ones, and the embed script's
 * (`window.fieldhand`). Returns false if there is none. Throws what the widget throws.
 */
export async function refreshWidgets(): Promise<boolean> {
  const refreshes = [...shown].map(({ refresh }) => refresh)
  const { refresh } = embedded()
  if (typeof refresh === 'function') refreshes.push(() => refresh.call(embedded()))
  await Promise.all(refreshes.map(async (each) => each()))
  return refreshes.length > 0
}

/** Opens the chat of every widget on this page; returns false if none could be opened. */
export function openWidgets(): boolean {
  const opened = [...shown].map((widget) => widget.open?.() ?? false)
  const { open } = embedded()
  if (typeof open === 'function') {
    open.call(embedded())
    opened.push(true)
  }
  return opened.includes(true)
}

/** Exchanges messages with the page in a frame. */
export interface FrameChannel {
  /** Does nothing while the frame does not exist. */
  post: (data: unknown) => void
  close: () => void
}

/**
 * Opens a channel to the page in a frame: receives only messages from that window at `origin`, and posts only to that
 * origin.
 */
export function openFrameChannel(
  frame: () => Window | null | undefined,
  origin: string,
  onMessage: (data: unknown) => void,
): FrameChannel {
  const listen = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source && source === frame() && from === origin) onMessage(data)
  }
  addEventListener('message', listen)
  return {
    post: (data) => frame()?.postMessage(data, origin),
    close: () => removeEventListener('message', listen),
  }
}
