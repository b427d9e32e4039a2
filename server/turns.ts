/**
 * Returns a function that runs at most `atOnce` tasks at the same time, and one at a time per owner. The owners take
 * turns, so an owner with many tasks delays another one by at most one of them.
 */
export function createTurns(atOnce: number) {
  const busy = new Set<string>()
  /** The starts of waiting tasks by owner, in the order of the owners' turns. */
  const waiting = new Map<string, (() => void)[]>()

  function startNext(): void {
    for (const [owner, starts] of waiting) {
      if (busy.size >= atOnce) return
      if (busy.has(owner)) continue
      busy.add(owner)
      starts.shift()?.()
      if (starts.length === 0) waiting.delete(owner)
    }
  }

  function end(owner: string): void {
    busy.delete(owner)
    const starts = waiting.get(owner)
    if (starts) {
      // The owner's next turn comes after everyone else's.
      waiting.delete(owner)
      waiting.set(owner, starts)
    }
    startNext()
  }

  return async <T>(owner: string, task: () => Promise<T>): Promise<T> => {
    await new Promise<void>((start) => {
      const starts = waiting.get(owner)
      if (starts) starts.push(start)
      else waiting.set(owner, [start])
      startNext()
    })
    try {
      return await task()
    } finally {
      end(owner)
    }
  }
}
