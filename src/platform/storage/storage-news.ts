/**
 * Calls `changed` with key and new value when another tab stores or removes an item; null means removed. Returns the
 * unsubscribe function.
 */
export function onStoredElsewhere(changed: (key: string, value: string | null) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key !== null) changed(key, newValue)
  }
  globalThis.addEventListener?.('storage', hear)
  return () => globalThis.removeEventListener?.('storage', hear)
}
