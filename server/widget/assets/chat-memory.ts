import type { Waiting } from './outbox.ts'

/** What the browser keeps of a conversation: how to get at it, and what has not been sent yet. */
export interface Memory {
  conversation: string | null
  token: string | null
  waiting: Waiting[]
}

const EMPTY: Memory = { conversation: null, token: null, waiting: [] }

const isWaiting = (value: unknown): value is Waiting =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Waiting).client_id === 'string' &&
  typeof (value as Waiting).content === 'string'

const COOKIE_SECONDS = 180 * 86_400

type Session = Pick<Memory, 'conversation' | 'token'>

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
      return conversation && token ? { conversation, token } : { conversation: null, token: null }
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

/**
 * The memory of one organization's chat, kept over reloads. Where the browser forbids storage to a framed page,
 * only the conversation is kept; where it forbids that too, or another hand has damaged it, the memory lasts as
 * long as the page.
 */
export function openMemory(organization: string) {
  const key = `fieldhand:chat:${organization}`
  const cookie = isStorageOpen() ? null : sessionCookie(organization)
  let held = cookie ? { ...EMPTY, ...cookie.read() } : EMPTY
  try {
    const { conversation, token, waiting } = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof conversation === 'string' && typeof token === 'string') {
      held = {
        conversation,
        token,
        waiting: (Array.isArray(waiting) ? waiting.filter(isWaiting) : []).map((each) => ({
          ...each,
          problem: null,
        })),
      }
    }
  } catch {
    // What the cookie has told stands.
  }
  return {
    read: () => held,
    write(changes: Partial<Memory>) {
      held = { ...held, ...changes }
      cookie?.write(held)
      try {
        localStorage.setItem(key, JSON.stringify(held))
      } catch {
        // Kept in `held` for this page.
      }
    },
    clear() {
      held = EMPTY
      cookie?.write(EMPTY)
      try {
        localStorage.removeItem(key)
      } catch {
        // Nothing was stored.
      }
    },
    /** Calls back when another tab has changed the conversation. */
    onOtherTab(listener: () => void) {
      addEventListener('storage', (event) => {
        if (event.key === key) listener()
      })
    },
  }
}
