/** An ordered list of entries with unique keys. */
type Keyed = { readonly key: string }

/** Returns the list with one entry changed. An unknown key changes nothing. */
export function editEntry<Entry extends Keyed>(
  list: readonly Entry[],
  key: string,
  change: Partial<Omit<Entry, 'key'>>,
): readonly Entry[] {
  return list.map((entry) => (entry.key === key ? { ...entry, ...change } : entry))
}

/**
 * Returns the list without an entry, together with the data to restore it. Returns null if the entry does not exist.
 */
export function removeEntry<Entry extends Keyed>(
  list: readonly Entry[],
  key: string,
): { list: readonly Entry[]; removed: Entry; index: number } | null {
  const index = list.findIndex((entry) => entry.key === key)
  const removed = list[index]
  return removed ? { list: list.toSpliced(index, 1), removed, index } : null
}

/**
 * Returns the list with an entry inserted at an index, or at the end if the list is shorter. Does not insert an entry
 * twice.
 */
export function insertEntry<Entry extends Keyed>(
  list: readonly Entry[],
  entry: Entry,
  index: number,
): readonly Entry[] {
  if (list.some(({ key }) => key === entry.key)) return list
  return list.toSpliced(Math.max(0, Math.min(index, list.length)), 0, entry)
}

/** Returns the list with an entry moved to an index of the resulting list. Clamps the index to the list's bounds. */
export function moveEntry<Entry extends Keyed>(
  list: readonly Entry[],
  key: string,
  to: number,
): readonly Entry[] {
  const taken = removeEntry(list, key)
  return taken ? insertEntry(taken.list, taken.removed, to) : list
}
