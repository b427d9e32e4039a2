import { lazy } from './lazy.ts'
import { SUFFIX } from './name-parts.ts'

const AVATAR_COLORS = 8

/** Splits text into characters as people perceive them, so that an emoji or a letter with diacritics stays whole. */
const characters = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }))

/**
 * Returns up to two initials: the first letters of the first and last words, without a suffix such as `Jr.`, or one
 * letter for a single word such as an email address. Returns null if the name has no letters, such as a phone number.
 */
export function initials(name: string): string | null {
  const words = name
    .replace(SUFFIX, '')
    .split(/\s+/)
    .filter((word) => /^\P{L}*\p{L}/u.test(word))
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words
  const letters = chosen.map((word = '') => firstLetter(word))
  return letters.join('').toUpperCase() || null
}

/** A first letter that nothing combines with. The segmenter takes tens of milliseconds to load. */
const PLAIN = /^[a-z](?=[\p{L}.'’-]|$)/iu

function firstLetter(word: string): string {
  const [plain] = PLAIN.exec(word) ?? []
  if (plain !== undefined) return plain
  for (const { segment } of characters().segment(word)) if (/\p{L}/u.test(segment)) return segment
  return ''
}

/** Returns the number of the avatar color, 0 to 7. The same key always gets the same color. */
export function avatarColor(key: string): number {
  let hash = 0
  for (let at = 0; at < key.length; at++) hash = (hash * 31 + key.charCodeAt(at)) | 0
  return Math.abs(hash) % AVATAR_COLORS
}
