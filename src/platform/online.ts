/** Whether the browser knows of no network at all. False proves nothing; true may still leave this machine. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false

/** Calls `back` whenever the browser finds a network again. Answers with the undo. */
export function onBackOnline(back: () => void): () => void {
  globalThis.addEventListener?.('online', back)
  return () => globalThis.removeEventListener?.('online', back)
}
