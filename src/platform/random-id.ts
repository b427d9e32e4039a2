const BYTES = 12

/** Returns a new unique id: `{prefix}_` followed by 24 hexadecimal digits. */
export function randomId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return `${prefix}_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
