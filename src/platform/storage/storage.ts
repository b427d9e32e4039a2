/** The items that the device could not store. They exist as long as the page. */
const unstored = new Map<string, string>()

/** Returns the value stored under `key`; null if there is none. */
export function readItem(key: string): string | null {
  const value = unstored.get(key)
  if (value !== undefined) return value
  try {
    return globalThis.localStorage?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Returns the JSON value stored under `key`. Returns null if there is none, or if it cannot be parsed. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readItem(key) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Stores a value on this device. Returns false if storage is denied or full; the value then exists until the page is
 * closed. Never throws.
 */
export function writeItem(key: string, value: string): boolean {
  try {
    globalThis.localStorage.setItem(key, value)
    unstored.delete(key)
    return true
  } catch {
    unstored.set(key, value)
    return false
  }
}

/** Returns the keys of all items that start with `prefix`. */
export function itemKeys(prefix: string): string[] {
  const keys = new Set([...unstored.keys(), ...storedKeys()])
  return [...keys].filter((key) => key.startsWith(prefix))
}

function storedKeys(): string[] {
  try {
    const storage = globalThis.localStorage
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  } catch {
    return []
  }
}

/** Deletes the value stored under `key`. Never throws. */
export function removeItem(key: string): void {
  unstored.delete(key)
  try {
    globalThis.localStorage?.removeItem(key)
  } catch {
    // Denied storage contains nothing to delete.
  }
}

/**
 * Returns the value stored for this tab under `key`, which survives a reload. Returns null if there is none, or if
 * access to storage is denied.
 */
export function readTabItem(key: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Stores a value for this tab only. Null removes the value. Does not throw if storage is denied or full. */
export function writeTabItem(key: string, value: string | null): void {
  try {
    if (value === null) globalThis.sessionStorage?.removeItem(key)
    else globalThis.sessionStorage?.setItem(key, value)
  } catch {
    // The value is lost; nothing depends on it.
  }
}

/**
 * Calls `changed` with the key and new value when another tab stores or removes an item. A null value means that the
 * item was removed. Returns the unsubscribe function.
 */
export function onStoredElsewhere(changed: (key: string, value: string | null) => void): () => void {
  const onMessage = ({ key, newValue }: StorageEvent) => {
    if (key === null) return
    // The other tab's value is newer.
    unstored.delete(key)
    changed(key, newValue)
  }
  globalThis.addEventListener?.('storage', onMessage)
  return () => globalThis.removeEventListener?.('storage', onMessage)
}
