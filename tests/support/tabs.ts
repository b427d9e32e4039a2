import type { DurableLog, LogRow } from '../../src/platform/storage/durable-log.ts'
import { StorageError } from '../../src/platform/storage/with-database.ts'
import type { OpenChannel, TabLocks } from '../../src/platform/tabs.ts'

const never = () => new Promise<never>(() => {})

/** A browser tab: its view of the shared log, locks, and channels. */
export interface Tab {
  log: DurableLog
  locks: TabLocks
  openChannel: OpenChannel
  isDead: () => boolean
  /** Ends the tab immediately, like a crash: releases its locks, and none of its pending work completes. */
  crash: () => void
}

/** Creates a browser without a page: everything that its tabs share, in memory. */
export function openBrowser() {
  const storage = createStorage()
  const locks = createLocks()
  const channels = new Set<{ name: string; tab: Tab; onMessage: (message: unknown) => void }>()

  function openTab(): Tab {
    let isDead = false
    const alive = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) => {
      return async (...args: Args): Promise<Result> => {
        if (isDead) return never()
        try {
          const result = await work(...args)
          return isDead ? never() : result
        } catch (error) {
          return isDead ? never() : Promise.reject(error)
        }
      }
    }
    const tab: Tab = {
      log: {
        append: alive(storage.log.append),
        read: alive(storage.log.read),
        put: alive((row) => storage.log.put(row)),
        remove: alive((keys) => storage.log.remove(keys)),
      },
      locks: locks.of(() => tab),
      openChannel(name, onMessage) {
        const mine = { name, tab, onMessage }
        channels.add(mine)
        return {
          post(message) {
            const copy = structuredClone(message)
            for (const other of channels) {
              if (other !== mine && other.name === name) queueMicrotask(() => other.onMessage(copy))
            }
          },
          close: () => channels.delete(mine),
        }
      },
      isDead: () => isDead,
      crash() {
        isDead = true
        for (const channel of channels) if (channel.tab === tab) channels.delete(channel)
        locks.releaseAll(tab)
      },
    }
    return tab
  }

  return { openTab, storage }
}

/** Creates an in-memory log that tests can cause to fail. */
function createStorage() {
  let rows: LogRow[] = []
  let last = 0
  let isDenied = false
  let isFull = false
  const use = async () => {
    await Promise.resolve()
    if (isDenied) throw new StorageError()
  }
  const log: DurableLog = {
    async append(row) {
      await use()
      if (isFull) throw new StorageError()
      last += 1
      rows.push(structuredClone({ ...row, key: last }))
      return last
    },
    async read(userId) {
      await use()
      return structuredClone(rows.filter((row) => row.userId === userId))
    },
    async put(row) {
      await use()
      rows = rows.map((each) => (each.key === row.key ? structuredClone(row) : each))
    },
    async remove(keys) {
      await use()
      rows = rows.filter(({ key }) => !keys.includes(key))
    },
  }
  return {
    log,
    rows: () => rows,
    deny: (value = true) => {
      isDenied = value
    },
    fill: (value = true) => {
      isFull = value
    },
  }
}

/** Creates locks with browser semantics: first come, first served, and released when their tab closes. */
function createLocks() {
  interface Claim {
    tab: Tab
    grant: () => void
  }
  const queues = new Map<string, Claim[]>()

  function leave(name: string, claim: Claim): void {
    const queue = queues.get(name) ?? []
    const wasFirst = queue[0] === claim
    const rest = queue.filter((each) => each !== claim)
    if (rest.length === 0) queues.delete(name)
    else queues.set(name, rest)
    if (wasFirst) rest[0]?.grant()
  }

  function of(tabOf: () => Tab): TabLocks {
    async function hold<Result>(name: string, task: () => Promise<Result>, signal?: AbortSignal) {
      const { promise: turn, resolve: grant, reject } = Promise.withResolvers<void>()
      const claim: Claim = { tab: tabOf(), grant }
      if (claim.tab.isDead()) return never()
      const queue = queues.get(name) ?? []
      queues.set(name, [...queue, claim])
      if (queue.length === 0) grant()
      const abort = () => reject(signal?.reason)
      if (signal?.aborted) abort()
      signal?.addEventListener('abort', abort)
      try {
        await turn
        signal?.removeEventListener('abort', abort)
        return await task()
      } finally {
        leave(name, claim)
      }
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

  return {
    of,
    releaseAll(tab: Tab) {
      for (const [name, queue] of queues) {
        for (const claim of queue) if (claim.tab === tab) leave(name, claim)
      }
    },
  }
}
