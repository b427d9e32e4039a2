/** A list in an order, of entries that their keys tell apart. */
type Keyed = { readonly key: string }

/** The list with one entry changed; unknown keys change nothing. */
export function editEntry<Entry extends Keyed>(
  list: readonly Entry[],
  key: string,
  change: Partial<Omit<Entry, 'key'>>,
): readonly Entry[] {
  return list.map((entry) => (entry.key === key ? { ...entry, ...change } : entry))
}

/** The list without an entry, and what is needed to put it back; null when there is no such entry. */
export function removeEntry<Entry extends Keyed>(
  list: readonly Entry[],
  key: string,
): { list: readonly Entry[]; removed: Entry; index: number } | null {
  const index = list.findIndex((entry) => entry.key === key)
  const removed = list[index]
  return removed ? { list: list.toSpliced(index, 1), removed, index } : null
}

/** The list with an entry at a place, or at the end when it has become shorter; an entry in it already stays. */
export function insertEntry<Entry extends Keyed>(
  list: readonly Entry[],
  entry: Entry,
  index: number,
): readonly Entry[] {
  if (list.some(({ key }) => key === entry.key)) return list
  return list.toSpliced(Math.max(0, Math.min(index, list.length)), 0, entry)
}

/** The list with an entry moved to a place, counted in the list that results; beyond the ends is at the end. */
export function moveEntry<Entry extends Keyed>(
  list: readonly Entry[],
  key: string,
  to: number,
): readonly Entry[] {
  const taken = removeEntry(list, key)
  return taken ? insertEntry(taken.list, taken.removed, to) : list
}
