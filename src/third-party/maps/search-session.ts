import { HOUR_MS } from '../../domain/time/durations.ts'

/** The limits of a search session. The age is in milliseconds. */
const MAX_SUGGESTIONS = 50
const MAX_AGE = HOUR_MS

/** Returns a random UUID (version 4). Also works over plain HTTP, where crypto.randomUUID is unavailable. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export interface SearchSession {
  /** Returns the token for another suggestion. Creates a new token if the session is used up. */
  forSuggest(): { token: string; isNew: boolean }
  /** Returns the current session's token. */
  current(): string
  /** Ends the session after an address was chosen. */
  end(): void
}

export function createSearchSession(clock: () => Date): SearchSession {
  let token = uuid()
  let suggestions = 0
  let startedAt = 0

  const end = () => {
    token = uuid()
    suggestions = 0
  }

  return {
    forSuggest() {
      const now = clock().getTime()
      if (suggestions >= MAX_SUGGESTIONS || (suggestions > 0 && now - startedAt > MAX_AGE)) end()
      if (suggestions === 0) startedAt = now
      suggestions += 1
      return { token, isNew: suggestions === 1 }
    },
    current: () => token,
    end,
  }
}
