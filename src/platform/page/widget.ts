/** A widget on this page that the console can control. */
export interface ShownWidget {
  /** Reloads the saved settings. Rejects on failure. */
  refresh: () => void | Promise<void>
  /** Opens the chat. Returns false if the chat is not ready. */
  open?: () => boolean
}

const shown = new Set<ShownWidget>()

/** Registers a widget on this page, such as the preview. Returns the unregister function. */
export function registerWidget(widget: ShownWidget): () => void {
  shown.add(widget)
  return () => shown.delete(widget)
}

/** Returns the SDK that the embed script adds to `window`, or an empty object if the page does not have it. */
function embedded(): { refresh?: unknown; open?: unknown } {
  return (globalThis as { fieldhand?: object }).fieldhand ?? {}
}

/**
 * Reloads the settings of every widget on this page: the registered widgets and the one from the embed script
 * (`window.fieldhand`). Returns false if there is no widget. Rethrows errors from widgets.
 */
export async function refreshWidgets(): Promise<boolean> {
  const refreshes = [...shown].map(({ refresh }) => refresh)
  const { refresh } = embedded()
  if (typeof refresh === 'function') refreshes.push(() => refresh.call(embedded()))
  await Promise.all(refreshes.map(async (each) => each()))
  return refreshes.length > 0
}

/** Opens the chat of every widget on this page. Returns false if none could be opened. */
export function openWidgets(): boolean {
  const opened = [...shown].map((widget) => widget.open?.() ?? false)
  const { open } = embedded()
  if (typeof open === 'function') {
    open.call(embedded())
    opened.push(true)
  }
  return opened.includes(true)
}

/** A message channel to the page in a frame. */
export interface FrameChannel {
  /** Sends a message. Does nothing while the frame does not exist. */
  post: (data: unknown) => void
  close: () => void
}

/**
 * Opens a channel to the page in a frame. It receives messages only from that window at `origin`, and sends messages
 * only to that origin.
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
