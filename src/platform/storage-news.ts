/**
 * Calls `changed` when another tab stores or removes an item, with its key and its new value, null when removed.
 * Answers with the undo.
 */
export function onStoredElsewhere(changed: (key: string, value: string | null) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key !== null) changed(key, newValue)
  }
  globalThis.addEventListener?.('storage', hear)
  return () => globalThis.removeEventListener?.('storage', hear)
}
