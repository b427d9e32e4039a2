/** Locks that one tab of the browser holds at a time. A tab that closes or crashes releases its locks. */
export interface TabLocks {
  /**
   * Runs the task once no one else holds the lock, and holds the lock until the task ends. Rejects if the
   * task does, and with the signal's reason if aborted while waiting.
   */
  hold<Result>(name: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Runs the task and returns true, or returns false immediately if someone holds the lock. */
  tryHold(name: string, task: () => Promise<void>): Promise<boolean>
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

/** For pages without a secure context, which browsers deny Web Locks. */
const noLocks: TabLocks = {
  hold: (_name, task) => task(),
  tryHold: (_name, task) => task().then(() => true),
}

/** The browser's Web Locks. */
export const tabLocks: TabLocks = globalThis.navigator?.locks ? webLocks(navigator.locks) : noLocks

/** A channel between the console's tabs in one browser. */
export interface TabChannel {
  /** Sends a message to all other tabs, copied like `structuredClone`. */
  post(message: unknown): void
  close(): void
}

export type OpenChannel = (name: string, onMessage: (message: unknown) => void) => TabChannel

/** Opens the channel with a name. In a browser without channels, tabs do not receive messages. */
export const openTabChannel: OpenChannel = (name, onMessage) => {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => onMessage(data)
  return {
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}
