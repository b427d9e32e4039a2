/** The number of milliseconds or events after which a batch is sent (section 7). */
export const EVENTS = { interval: 1_000, most: 100 } as const

/** A step of a search in the provider's format. `created` is in milliseconds since 1970. */
export interface SearchEvent {
  event: 'search.start' | 'search.keystroke' | 'search.select'
  created: number
  sessionIdentifier: string
  queryString: string
  [detail: string]: unknown
}

export interface SearchEvents {
  add(event: SearchEvent): void
  /** Sends pending events immediately. */
  flush(keepalive?: boolean): void
}

/**
 * Sends search events in batches: 1 s after the first event, or when there are 100 events. When the user leaves the
 * page, a keepalive request sends the remaining events. Events that cannot be sent are dropped.
 */
export function createSearchEvents(
  send: (events: readonly SearchEvent[], keepalive: boolean) => Promise<void>,
  page: Pick<EventTarget, 'addEventListener'> | null,
): SearchEvents {
  let waiting: SearchEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = (keepalive = false) => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const batch = waiting
    waiting = []
    send(batch, keepalive).catch(() => undefined)
  }

  page?.addEventListener('pagehide', () => flush(true))

  return {
    add(event) {
      waiting.push(event)
      if (waiting.length >= EVENTS.most) flush()
      else timer ??= setTimeout(flush, EVENTS.interval)
    },
    flush,
  }
}
