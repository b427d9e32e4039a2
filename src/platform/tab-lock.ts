/** Locks that one tab of the browser holds at a time. A tab that closes or crashes gives its locks back. */
export interface TabLocks {
  /**
   * Runs the task once no one else holds the lock, and holds it until the task ends. Rejects as the task does,
   * and with the signal's reason when aborted before its turn.
   */
  hold<Result>(name: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Runs the task and answers true, unless someone holds the lock: then it answers false at once. */
  tryHold(name: string, task: () => Promise<void>): Promise<boolean>
}

/** Locks among those who share the returned object: all that a browser without Web Locks can have. */
export function createLocalLocks(): TabLocks {
  const queues = new Map<string, Promise<unknown>>()

  async function hold<Result>(
    name: string,
    task: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const abort = () => reject(signal?.reason)
    const before = queues.get(name) ?? Promise.resolve()
    const turn = before.then(() => {
      signal?.removeEventListener('abort', abort)
      signal?.throwIfAborted()
      return task()
    })
    const over = turn.then(
      () => undefined,
      () => undefined,
    )
    queues.set(name, over)
    void over.then(() => queues.get(name) === over && queues.delete(name))
    signal?.addEventListener('abort', abort)
    return Promise.race([turn, aborted])
  }

  return {
    hold,
    async tryHold(name, task) {
      if (queues.has(name)) return false
      await hold(name, task)
      return true
    },
  }
}

const webLocks = (manager: LockManager): TabLocks => ({
  hold: (name, task, signal) => manager.request(name, { ...(signal && { signal }) }, task),
  tryHold: (name, task) =>
    manager.request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) return false
      await task()
      return true
    }),
})

/** The browser's Web Locks; on a page that may not have them, each tab stands for itself. */
export const tabLocks: TabLocks = globalThis.navigator?.locks ? webLocks(navigator.locks) : createLocalLocks()
