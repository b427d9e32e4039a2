import { DAY_MS } from '../../src/domain/time/durations.ts'

/** How long a text belongs to the business that last wrote to its number. */
export const ROUTED_MS = 30 * DAY_MS
/** Two businesses that wrote to a number within this time could both be meant. */
const CLOSE_MS = DAY_MS
/** The most businesses that a question lists. */
const MOST_ASKED = 9
/** The least number of characters by which a business can be named. */
const SHORTEST_NAME = 3

/** A business that was in touch with a number by text, and when it last was. */
export interface Contact {
  organizationId: string
  at: Date
}

/** Whom a text is for: a business, one of several, or nobody known. */
export type Route = { to: string } | { ask: string[] } | null

/**
 * Decides which business a text to the shared number is for: the one that was last in touch with the sender, unless that
 * is more than 30 days ago, or another one was within the same day. A business that the sender has chosen is meant until
 * another one writes.
 */
export function routeOf(
  contacts: readonly Contact[],
  chosen: { organizationId: string; at: Date } | null,
  now: Date,
): Route {
  const newest = contacts.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const [first] = newest
  if (!first) return null
  const recent = newest.filter(({ at }) => now.getTime() - at.getTime() <= ROUTED_MS)
  const isChosen = recent.some(({ organizationId }) => organizationId === chosen?.organizationId)
  if (chosen && isChosen) {
    const later = recent.filter(
      ({ organizationId, at }) => organizationId !== chosen.organizationId && at > chosen.at,
    )
    if (later.length === 0) return { to: chosen.organizationId }
  }
  const close = recent.filter(({ at }) => first.at.getTime() - at.getTime() < CLOSE_MS)
  if (close.length === 1) return { to: first.organizationId }
  const asked = close.length > 1 ? close : newest
  return { ask: asked.slice(0, MOST_ASKED).map(({ organizationId }) => organizationId) }
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Returns which business an answer to the question chooses, or null: by its number in the list, or by its name or the
 * beginning of it, if no other has that. `isWhole`: the answer says nothing else.
 */
export function chosenIn(text: string, names: readonly string[]): { index: number; isWhole: boolean } | null {
  const said = plain(text)
  if (/^\d$/.test(said)) {
    const index = Number(said) - 1
    return index in names ? { index, isWhole: true } : null
  }
  if (said.length < SHORTEST_NAME) return null
  const found = names.flatMap((name, index) => {
    const own = plain(name)
    const isWhole = own.startsWith(said)
    return own !== '' && (isWhole || ` ${said} `.includes(` ${own} `)) ? [{ index, isWhole }] : []
  })
  return found.length === 1 ? (found[0] ?? null) : null
}
