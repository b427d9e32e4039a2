const MOST = 1_000

/** The newest messages of a stand-in, in memory, newest first. */
export interface Shelf<T extends { id: string; at: Date }> {
  list(): readonly T[]
  find(id: string): T | undefined
  add(item: Omit<T, 'id' | 'at'>): T
  clear(): void
  /** Changes whenever the list does. */
  readonly version: number
}

export function createShelf<T extends { id: string; at: Date }>(prefix: string): Shelf<T> {
  let items: T[] = []
  let count = 0
  let version = 0
  return {
    list: () => items,
    find: (id) => items.find((item) => item.id === id),
    add(item) {
      count += 1
      version += 1
      const kept = { ...item, id: `${prefix}_${count}`, at: new Date() } as T
      items = [kept, ...items].slice(0, MOST)
      return kept
    },
    clear() {
      items = []
      version += 1
    },
    get version() {
      return version
    },
  }
}
