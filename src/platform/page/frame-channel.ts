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
  hear: (data: unknown) => void,
): FrameChannel {
  const listen = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source && source === frame() && from === origin) hear(data)
  }
  addEventListener('message', listen)
  return {
    post: (data) => frame()?.postMessage(data, origin),
    close: () => removeEventListener('message', listen),
  }
}
