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

/**
 * The memory of one organization's chat, kept over reloads. Where the browser forbids storage, or another
 * hand has damaged it, it lasts as long as the page.
 */
export function openMemory(organization: string) {
  const key = `fieldhand:chat:${organization}`
  let held = EMPTY
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
    held = EMPTY
  }
  return {
    read: () => held,
    write(changes: Partial<Memory>) {
      held = { ...held, ...changes }
      try {
        localStorage.setItem(key, JSON.stringify(held))
      } catch {
        // Kept in `held` for this page.
      }
    },
    clear() {
      held = EMPTY
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
