/** What the console's tabs in one browser tell each other. */
export interface TabChannel {
  /** Tells all other tabs. The message is copied as by `structuredClone`. */
  post(message: unknown): void
  close(): void
}

export type OpenChannel = (name: string, hear: (message: unknown) => void) => TabChannel

/** Opens the channel of that name. In a browser without any, the tabs do not hear each other. */
export const openTabChannel: OpenChannel = (name, hear) => {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => hear(data)
  return {
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}
