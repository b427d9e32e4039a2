/** An unacknowledged message from the visitor. With a `problem`, it waits for the visitor's decision. */
export interface Waiting {
  client_id: string
  content: string
  /** The IDs of its photos, if it has any. */
  photos?: readonly string[]
  problem: string | null
}

/** The reason why an attempt to send a message failed. */
export interface Failure {
  status: number
  message: string
  retryAfter: number | null
}

/** Returns a unique message ID. `randomUUID` requires HTTPS. */
export function newName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

interface Parts {
  /** Sends one message. Returns null if it was accepted. */
  send: (message: Waiting) => Promise<Failure | null>
  /** Called on every change. Read `outbox.waiting()` to render or store the messages. */
  changed: () => void
  /** Runs `task` after `ms` milliseconds. Returns a function that cancels it. */
  later: (task: () => void, ms: number) => () => void
  isOnline: () => boolean
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** The number of failed attempts after which the visitor sees an error and can retry. */
const MOST_ATTEMPTS = 4

const mayPass = (status: number) => status === 0 || status === 429 || status >= 500

/**
 * Sends messages one at a time, in order. Retries temporary failures (no connection, rate limit, server error) with the
 * same ID and increasing delays. A rejected message waits for the visitor, and subsequent messages are sent before it.
 */
export function createOutbox(initial: readonly Waiting[], { send, changed, later, isOnline }: Parts) {
  let queue = [...initial]
  let attempts = 0
  let isSending = false
  let cancelPause: (() => void) | null = null
  let delay: string | null = null

  const replace = (id: string, problem: string | null) => {
    queue = queue.map((each) => (each.client_id === id ? { ...each, problem } : each))
  }

  async function flush(): Promise<void> {
    const next = queue.find((each) => each.problem === null)
    if (isSending || cancelPause || !next || !isOnline()) return
    isSending = true
    changed()
    const failure = await send(next)
    isSending = false
    if (!failure) {
      queue = queue.filter((each) => each.client_id !== next.client_id)
      attempts = 0
    } else if (failure.status === 429 || (mayPass(failure.status) && ++attempts < MOST_ATTEMPTS)) {
      pause(failure, failure.retryAfter ? failure.retryAfter * 1_000 : FIRST_PAUSE_MS * 2 ** attempts)
    } else {
      replace(next.client_id, failure.message)
      attempts = 0
    }
    changed()
    await flush()
  }

  function pause({ message }: Failure, wanted: number) {
    const ms = Math.min(wanted, LONGEST_PAUSE_MS)
    const seconds = Math.ceil(ms / 1_000)
    const [reason] = message.split('. ')
    delay = `${reason?.replace(/\.?$/, '.')} Trying again within ${seconds} second${seconds === 1 ? '' : 's'}.`
    cancelPause = later(resume, ms)
  }

  function endPause() {
    cancelPause?.()
    cancelPause = null
    if (delay === null) return
    delay = null
    changed()
  }

  /** Continues immediately, without waiting for a delay to end. */
  function resume() {
    endPause()
    void flush()
  }

  return {
    waiting: (): readonly Waiting[] => queue,
    isSending: () => isSending,
    /** Returns why the first message waits and when it is sent again, or null if there is no delay. */
    delay: () => delay,
    add(message: Omit<Waiting, 'problem'>) {
      queue = [...queue, { ...message, problem: null }]
      changed()
      void flush()
    },
    retry(id: string) {
      replace(id, null)
      changed()
      resume()
    },
    discard(id: string) {
      queue = queue.filter((each) => each.client_id !== id)
      changed()
    },
    resume,
    /** Deletes all waiting messages. */
    clear() {
      endPause()
      queue = []
      attempts = 0
      changed()
    },
  }
}
