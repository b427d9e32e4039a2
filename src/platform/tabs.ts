/** Locks that only one tab of the browser can hold at a time. A tab that closes or crashes releases its locks. */
export interface TabLocks {
  /**
   * Runs the task when no one else holds the lock, and holds the lock until the task ends. Rejects if the task does,
   * and with the signal's reason if aborted while waiting.
   */
  hold<Result>(name: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Runs the task and returns true. Returns false immediately if the lock is taken. */
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

/** A stand-in for pages without a secure context, where browsers do not provide Web Locks. */
const noLocks: TabLocks = {
  hold: (_name, task) => task(),
  tryHold: (_name, task) => task().then(() => true),
}

/** Uses the browser's Web Locks if available. */
export const tabLocks: TabLocks = globalThis.navigator?.locks ? webLocks(navigator.locks) : noLocks

/** A channel between the console's tabs in one browser. */
export interface TabChannel {
  /** Sends a message to all other tabs. The message is copied as by `structuredClone`. */
  post(message: unknown): void
  close(): void
}

export type OpenChannel = (name: string, onMessage: (message: unknown) => void) => TabChannel

/** Opens the channel with this name. If the browser does not support channels, tabs do not receive messages. */
export const openTabChannel: OpenChannel = (name, onMessage) => {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => onMessage(data)
  return {
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}
