/** A channel between the console's tabs in one browser. */
export interface TabChannel {
  /** Sends a message to all other tabs, copied like `structuredClone`. */
  post(message: unknown): void
  close(): void
}

export type OpenChannel = (name: string, hear: (message: unknown) => void) => TabChannel

/** Opens the channel with a name. In a browser without channels, tabs do not receive messages. */
export const openTabChannel: OpenChannel = (name, hear) => {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => hear(data)
  return {
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}
