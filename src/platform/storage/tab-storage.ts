/** Returns this tab's stored value of `key`, or null; also null if storage is denied. Survives a reload. */
export function readTabItem(key: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Stores a value for this tab only; null removes it. Does not throw if storage is denied or full. */
export function writeTabItem(key: string, value: string | null): void {
  try {
    if (value === null) globalThis.sessionStorage?.removeItem(key)
    else globalThis.sessionStorage?.setItem(key, value)
  } catch {
    // The value is lost; nothing depends on it.
  }
}
