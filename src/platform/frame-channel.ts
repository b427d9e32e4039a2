/** Messages to and from the page in a frame. */
export interface FrameChannel {
  /** Does nothing while the frame is not there. */
  post: (data: unknown) => void
  close: () => void
}

/**
 * Speaks with the page in a frame, and with no one else: what is heard comes from that very window at `origin`, and
 * what is posted reaches only a page of that origin.
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
