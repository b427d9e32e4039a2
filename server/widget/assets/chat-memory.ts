import type { Waiting } from './outbox.ts'

/** The way to a conversation. */
interface Session {
  conversation: string | null
  token: string | null
}

const NO_SESSION: Session = { conversation: null, token: null }

const COOKIE_SECONDS = 180 * 86_400

/**
 * A cookie of this page inside this one website: where browsers refuse storage to framed pages, this is what
 * they leave them. It is too small for more than the way to the conversation.
 */
function sessionCookie(organization: string) {
  const name = `fieldhand_${encodeURIComponent(organization)}`
  const put = (value: string, seconds: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API knows no pages without HTTPS, and is not everywhere
    document.cookie = `${name}=${value}; Max-Age=${seconds}; Path=${location.pathname}; SameSite=None; Secure; Partitioned`
  }
  return {
    read(): Session {
      const found = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
      const [conversation, token] = (found?.slice(name.length + 1) ?? '').split('.')
      return conversation && token ? { conversation, token } : NO_SESSION
    },
    write({ conversation, token }: Session) {
      if (conversation && token) put(`${conversation}.${token}`, COOKIE_SECONDS)
      else put('', 0)
    },
  }
}

function isStorageOpen(): boolean {
  try {
    return Boolean(localStorage)
  } catch {
    return false
  }
}

/** The stored object under a key; empty where there is none, or another hand has damaged it. */
function readItem(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}

/** Does what may fail where the browser forbids storage, or has no room. The page then keeps what it holds. */
function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // Held by the page alone.
  }
}

/**
 * The memory of one organization's chat, kept over reloads. Where the browser forbids storage to a framed page,
 * only the way to the conversation is kept; where it forbids that too, the memory lasts as long as the page.
 * Each unsent message is stored by itself, so that no tab overwrites those of another.
 */
export function openMemory(organization: string) {
  const key = `fieldhand:chat:${organization}`
  const unsent = `${key}:unsent:`
  const cookie = isStorageOpen() ? null : sessionCookie(organization)
  let session = cookie?.read() ?? NO_SESSION
  const { conversation, token } = readItem(key)
  if (typeof conversation === 'string' && typeof token === 'string') session = { conversation, token }
  /** The unsent messages that this tab has stored or found. */
  let known = new Set<string>()
  let lastAt = 0

  const unsentKeys = () => Object.keys(localStorage).filter((name) => name.startsWith(unsent))

  function store(id: string, content: string) {
    lastAt = Math.max(lastAt + 1, Date.now())
    localStorage.setItem(unsent + id, JSON.stringify({ content, at: lastAt }))
  }

  return {
    read: () => session,
    write(next: Session) {
      session = next
      cookie?.write(next)
      attempt(() => localStorage.setItem(key, JSON.stringify(next)))
    },
    /** What no tab has sent yet, in the order in which it was written. */
    unsent(): Waiting[] {
      if (cookie) return []
      const found = unsentKeys().flatMap((name) => {
        const { content, at } = readItem(name)
        return typeof content === 'string'
          ? { client_id: name.slice(unsent.length), content, at: Number(at) }
          : []
      })
      known = new Set(found.map(({ client_id }) => client_id))
      return found
        .sort((a, b) => a.at - b.at)
        .map(({ client_id, content }) => ({ client_id, content, problem: null }))
    },
    /** Keeps what this tab has not sent yet, and forgets what it has. */
    keepUnsent(waiting: readonly Waiting[]) {
      const now = new Map(waiting.map(({ client_id, content }) => [client_id, content]))
      attempt(() => {
        for (const [id, content] of now) if (!known.has(id)) store(id, content)
        for (const id of known) if (!now.has(id)) localStorage.removeItem(unsent + id)
      })
      known = new Set(now.keys())
    },
    clear() {
      session = NO_SESSION
      known = new Set()
      cookie?.write(NO_SESSION)
      attempt(() => {
        localStorage.removeItem(key)
        for (const name of unsentKeys()) localStorage.removeItem(name)
      })
    },
    /** Calls back when another tab has changed the conversation, with the message that it has sent or discarded, if so. */
    onOtherTab(listener: (settled: string | null) => void) {
      addEventListener('storage', ({ key: name, newValue }) => {
        if (name === key) listener(null)
        else if (name?.startsWith(unsent) && newValue === null) listener(name.slice(unsent.length))
      })
    },
  }
}
