/** The leads before and after a lead in the list. `position` counts from 1, and is 0 if the lead is not in the list. */
export interface Neighbors {
  id: string | null
  previous: string | null
  next: string | null
  position: number
  total: number
}

export const NO_NEIGHBORS: Neighbors = { id: null, previous: null, next: null, position: 0, total: 0 }

/**
 * Returns the neighbors of a lead in a list of ids. A lead that has just left the list, for example because its new
 * status does not match the filter, keeps the previous neighbors (`before`) that are still listed.
 */
export function neighborsOf(ids: readonly string[], id: string | null, before = NO_NEIGHBORS): Neighbors {
  const at = id === null ? -1 : ids.indexOf(id)
  const total = ids.length
  if (at >= 0) {
    return { id, previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null, position: at + 1, total }
  }
  if (id === null || before.id !== id) return { ...NO_NEIGHBORS, id, total }
  const still = (other: string | null) => (other !== null && ids.includes(other) ? other : null)
  return { id, previous: still(before.previous), next: still(before.next), position: 0, total }
}
