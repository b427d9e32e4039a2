/** What this tab has stored under `key`, or null; also null where storage is denied. It outlives a reload. */
export function readTabItem(key: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Stores for this tab only; null forgets. Nothing is thrown where storage is denied or full. */
export function writeTabItem(key: string, value: string | null): void {
  try {
    if (value === null) globalThis.sessionStorage?.removeItem(key)
    else globalThis.sessionStorage?.setItem(key, value)
  } catch {
    // Then it is not remembered.
  }
}
