/** A visitor's message that is not acknowledged. With a `problem`, it waits for the visitor's decision. */
export interface Waiting {
  client_id: string
  content: string
  /** Ids of its photos, if it has any. */
  photos?: readonly string[]
  problem: string | null
}

/** Why an attempt to send failed. */
export interface Failure {
  status: number
  message: string
  retryAfter: number | null
}

/** Returns a unique message id. `randomUUID` would need HTTPS. */
export function newName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

interface Parts {
  /** Sends one message; returns null if it was accepted. */
  send: (message: Waiting) => Promise<Failure | null>
  /** Called at each change; read `outbox.waiting()` to render or store. */
  changed: () => void
  /** Runs `task` after `ms`; returns a function that cancels it. */
  later: (task: () => void, ms: number) => () => void
  isOnline: () => boolean
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** After this many failed attempts, the visitor sees an error and can retry. */
const MOST_ATTEMPTS = 4

const mayPass = (status: number) => status === 0 || status === 429 || status >= 500

/**
 * Sends messages one after another, in order. Retries temporary failures (no connection, rate limit, server
 * error) with the same id and growing delays. A refused message waits for the visitor, and later messages go
 * ahead.
 */
export function createOutbox(initial: readonly Waiting[], { send, changed, later, isOnline }: Parts) {
  let queue = [...initial]
  let attempts = 0
  let isSending = false
  let cancelPause: (() => void) | null = null

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
      pause(failure.retryAfter ? failure.retryAfter * 1_000 : FIRST_PAUSE_MS * 2 ** attempts)
    } else {
      replace(next.client_id, failure.message)
      attempts = 0
    }
    changed()
    await flush()
  }

  function pause(ms: number) {
    cancelPause = later(resume, Math.min(ms, LONGEST_PAUSE_MS))
  }

  /** Continues immediately, without waiting for a delay to end. */
  function resume() {
    cancelPause?.()
    cancelPause = null
    void flush()
  }

  return {
    waiting: (): readonly Waiting[] => queue,
    isSending: () => isSending,
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
    /** Deletes everything that waits. */
    clear() {
      cancelPause?.()
      cancelPause = null
      queue = []
      attempts = 0
      changed()
    },
  }
}
