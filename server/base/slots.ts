/** The limits of {@link createSlots}. */
interface Limits {
  /** The number of tasks that run at the same time. */
  atOnce: number
  /** The number of them that can belong to one owner; by default, one. */
  ofOne?: number
  /** The number of an owner's tasks that can wait; by default, any. */
  waiting?: number
  /** Milliseconds after which a task no longer waits; by default, never. */
  patienceMs?: number
}

/** Slots that owners, usually organizations, share. */
export interface Slots {
  /** Waits for a slot. Returns the function that frees it. Rejects with {@link NoSlot}. */
  take(owner: string): Promise<() => void>
  /** Runs a task in a slot. Rejects with {@link NoSlot}. */
  run<Result>(owner: string, task: () => Promise<Result>): Promise<Result>
  /** Returns the number of tasks that wait. */
  countWaiting(): number
}

/** The reason why a task doesn't run: its owner has too many tasks, or no slot became free in time. */
export class NoSlot extends Error {
  override name = 'NoSlot'
}

interface Waiting {
  start: () => void
  refuse: () => void
}

/**
 * Creates slots of this process for tasks that would delay each other. Owners take turns, so an owner with many tasks
 * delays only its own.
 */
export function createSlots({ atOnce, ofOne = 1, waiting = Infinity, patienceMs }: Limits): Slots {
  const running = new Map<string, number>()
  /** In the order of the owners' turns. */
  const queues = new Map<string, Set<Waiting>>()
  let used = 0

  const hasRoom = (owner: string) => used < atOnce && (running.get(owner) ?? 0) < ofOne

  function occupy(owner: string): () => void {
    used += 1
    running.set(owner, (running.get(owner) ?? 0) + 1)
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      used -= 1
      const left = (running.get(owner) ?? 1) - 1
      if (left > 0) running.set(owner, left)
      else running.delete(owner)
      startNext()
    }
  }

  function startNext(): void {
    for (const [owner, queue] of queues) {
      if (used >= atOnce) return
      if (!hasRoom(owner)) continue
      const [next] = queue
      leave(owner, next as Waiting)
      if (queue.size > 0) {
        queues.delete(owner)
        queues.set(owner, queue)
      }
      next?.start()
    }
  }

  function leave(owner: string, waiter: Waiting): void {
    const queue = queues.get(owner)
    queue?.delete(waiter)
    if (queue?.size === 0) queues.delete(owner)
  }

  function take(owner: string): Promise<() => void> {
    if (hasRoom(owner)) return Promise.resolve(occupy(owner))
    const queue = queues.get(owner) ?? new Set()
    if (queue.size >= waiting) return Promise.reject(new NoSlot('Too many tasks wait'))
    queues.set(owner, queue)
    return new Promise((done, fail) => {
      const waiter: Waiting = {
        start() {
          clearTimeout(timer)
          done(occupy(owner))
        },
        refuse() {
          leave(owner, waiter)
          fail(new NoSlot('No slot became free in time'))
        },
      }
      const timer = patienceMs === undefined ? undefined : setTimeout(waiter.refuse, patienceMs)
      queue.add(waiter)
    })
  }

  return {
    take,
    async run(owner, task) {
      const free = await take(owner)
      try {
        return await task()
      } finally {
        free()
      }
    },
    countWaiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.size, 0),
  }
}
