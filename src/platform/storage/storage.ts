/**
 * Returns the value stored on this device under `key`. Returns null if there is none, or if access to storage is
 * denied.
 */
export function readItem(key: string): string | null {
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

/** Stores a value on this device. Returns false if storage is denied or full. Never throws. */
export function writeItem(key: string, value: string): boolean {
  try {
    globalThis.localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** Returns the keys of all stored items that start with `prefix`. Returns none if access to storage is denied. */
export function itemKeys(prefix: string): string[] {
  try {
    const storage = globalThis.localStorage
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    return keys.filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Deletes the value stored under `key`. Never throws. */
export function removeItem(key: string): void {
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
    if (key !== null) changed(key, newValue)
  }
  globalThis.addEventListener?.('storage', onMessage)
  return () => globalThis.removeEventListener?.('storage', onMessage)
}
