/**
 * Returns whether nothing should load before it is needed, because the user prefers reduced data usage or the
 * connection is slow. Returns false in browsers that report neither.
 */
export function isFrugal(): boolean {
  const { connection } = globalThis.navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData === true || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
}
