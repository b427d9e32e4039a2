/** Returns whether the browser reports no network. False does not prove a connection. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false

/** Calls `back` whenever the browser is online again. Returns the unsubscribe function. */
export function onBackOnline(back: () => void): () => void {
  globalThis.addEventListener?.('online', back)
  return () => globalThis.removeEventListener?.('online', back)
}
