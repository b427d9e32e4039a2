/**
 * Returns whether nothing should load before it is wanted: the user asks for few bytes, or the connection is slow.
 * False in browsers that say neither.
 */
export function isFrugal(): boolean {
  const { connection } = globalThis.navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData === true || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
}
