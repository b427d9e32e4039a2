import type { Waiting } from './outbox.ts'

/** A conversation's ID and token. */
export interface Session {
  conversation: string | null
  token: string | null
}

const NO_SESSION: Session = { conversation: null, token: null }

const COOKIE_SECONDS = 180 * 86_400

/** The last position that the visitor has seen, and its conversation. */
interface Seen {
  conversation?: unknown
  position?: unknown
}

/**
 * Manages a cookie of this page, partitioned by website, for browsers that block storage in framed pages. The cookie
 * stores the conversation's ID and token, and the position that the visitor has seen.
 */
function sessionCookie(organization: string) {
  const name = `fieldhand_${encodeURIComponent(organization)}`
  const put = (value: string, seconds: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API requires HTTPS and isn't available everywhere
    document.cookie = `${name}=${value}; Max-Age=${seconds}; Path=${location.pathname}; SameSite=None; Secure; Partitioned`
  }
  return {
    read(): { session: Session; seen: Seen } {
      const cookies = attempt(() => document.cookie) ?? ''
      const found = cookies.split('; ').find((each) => each.startsWith(`${name}=`))
      const [conversation, token, position] = (found?.slice(name.length + 1) ?? '').split('.')
      if (!conversation || !token) return { session: NO_SESSION, seen: {} }
      const seen = position ? { conversation, position: Number(position) } : {}
      return { session: { conversation, token }, seen }
    },
    write({ conversation, token }: Session, { position }: Seen = {}) {
      attempt(() => {
        if (conversation && token) put(`${conversation}.${token}.${position ?? ''}`, COOKIE_SECONDS)
        else put('', 0)
      })
    },
  }
}

/** Returns the object stored under a key, or an empty object if it is missing or invalid. */
function readItem(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * Runs code that fails if the browser blocks storage or cookies, or its storage is full. In that case, the page keeps
 * its data in memory.
 */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const LOST_PHOTOS = 'Its photos are gone. Please attach them again.'

/**
 * Persists the state of an organization's chat across reloads. If the browser blocks storage in framed pages, only the
 * conversation's ID and token and the seen position persist. If it also blocks the cookie, the state lasts only as long
 * as the page. Each unsent message has a separate entry, so that tabs don't overwrite each other's messages. A test's
 * chat is kept apart from the visitor's.
 */
export function openMemory(organizationId: string, isTest = false) {
  const organization = isTest ? `${organizationId}:test` : organizationId
  const key = `fieldhand:chat:${organization}`
  const unsent = `${key}:unsent:`
  const seenKey = `${key}:seen`
  const rungKey = `${key}:rung`
  const soundKey = `${key}:sound`
  const cookie = attempt(() => localStorage) ? null : sessionCookie(organization)
  let { session, seen } = cookie?.read() ?? { session: NO_SESSION, seen: {} as Seen }
  const { conversation, token } = readItem(key)
  if (typeof conversation === 'string' && typeof token === 'string') session = { conversation, token }
  /** The unsent messages that this tab has stored or loaded. */
  let known = new Set<string>()
  let lastAt = 0
  let isSoundOn = false

  const unsentKeys = () => Object.keys(localStorage).filter((name) => name.startsWith(unsent))

  function store({ client_id, content, photos }: Waiting) {
    lastAt = Math.max(lastAt + 1, Date.now())
    localStorage.setItem(unsent + client_id, JSON.stringify({ content, photos, at: lastAt }))
  }

  return {
    read: () => session,
    write(next: Session) {
      session = next
      cookie?.write(next)
      attempt(() => localStorage.setItem(key, JSON.stringify(next)))
    },
    /**
     * Returns the unsent messages of all tabs in the order in which they were written. Photos aren't stored, so a
     * message with photos has a problem that says they are lost.
     */
    unsent(): Waiting[] {
      if (cookie) return []
      const found = unsentKeys().flatMap((name) => {
        const { content, photos, at } = readItem(name)
        const problem = photos ? LOST_PHOTOS : null
        return typeof content === 'string'
          ? { client_id: name.slice(unsent.length), content, problem, at: Number(at) }
          : []
      })
      known = new Set(found.map(({ client_id }) => client_id))
      return found.sort((a, b) => a.at - b.at).map(({ at: _, ...message }) => message)
    },
    /** Stores this tab's unsent messages and deletes the messages that have been sent. */
    keepUnsent(waiting: readonly Waiting[]) {
      const now = new Set(waiting.map(({ client_id }) => client_id))
      attempt(() => {
        for (const message of waiting) if (!known.has(message.client_id)) store(message)
        for (const id of known) if (!now.has(id)) localStorage.removeItem(unsent + id)
      })
      known = now
    },
    /** Returns the last position that the visitor has seen in this conversation, in any tab, or null if unknown. */
    seen(): number | null {
      const { conversation: of, position } = { ...seen, ...readItem(seenKey) }
      return of === session.conversation && typeof position === 'number' ? position : null
    },
    /** Stores a position if it is later than the stored one. */
    keepSeen(position: number) {
      if (position <= (this.seen() ?? -1)) return
      seen = { conversation: session.conversation, position }
      cookie?.write(session, seen)
      attempt(() => localStorage.setItem(seenKey, JSON.stringify(seen)))
    },
    /** Returns whether no tab has played a sound for this position or a later one, and records that one has. */
    mayRing(position: number): boolean {
      const rung = readItem(rungKey)
      if (rung.conversation === session.conversation && Number(rung.position) >= position) return false
      attempt(() =>
        localStorage.setItem(rungKey, JSON.stringify({ conversation: session.conversation, position })),
      )
      return true
    },
    isSoundOn: () => isSoundOn || readItem(soundKey).on === true,
    setSound(isOn: boolean) {
      isSoundOn = isOn
      attempt(() => localStorage.setItem(soundKey, JSON.stringify({ on: isOn })))
    },
    clear() {
      session = NO_SESSION
      known = new Set()
      seen = {}
      cookie?.write(NO_SESSION)
      attempt(() => {
        localStorage.removeItem(key)
        localStorage.removeItem(seenKey)
        localStorage.removeItem(rungKey)
        for (const name of unsentKeys()) localStorage.removeItem(name)
      })
    },
    /**
     * Calls `listener` when another tab changes the conversation, with the message that it sent or discarded, if any.
     * Calls `onSeen` when the visitor sees messages in another tab.
     */
    onOtherTab(listener: (settled: string | null) => void, onSeen: () => void) {
      addEventListener('storage', ({ key: name, newValue }) => {
        if (name === key) listener(null)
        else if (name === seenKey) onSeen()
        else if (name?.startsWith(unsent) && newValue === null) listener(name.slice(unsent.length))
      })
    },
  }
}
