import { wordsIn } from './pieces.ts'

/** What a caller heard of a turn, and what an interruption cut off. */
export interface Heard {
  heard: string
  unheard: string
}

const plain = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Cuts a turn after the words that the caller heard, as the carrier reports them: the beginning of the turn, perhaps after
 * earlier ones. If the carrier writes some words differently, those count as unheard.
 */
export function cutToHeard(said: string, reported: string): Heard {
  const own = wordsIn(said).map(plain)
  const all = wordsIn(reported).map(plain)
  return cutAfter(said, Math.max(startsAlike(own, all), endsWithStart(own, all)))
}

/** Returns how many words two lists begin with in common. */
function startsAlike(own: readonly string[], all: readonly string[]): number {
  const different = own.findIndex((word, index) => word !== all[index])
  return different === -1 ? own.length : different
}

/** Returns how many of the first words of a list another one ends with. */
function endsWithStart(own: readonly string[], all: readonly string[]): number {
  for (let count = Math.min(own.length, all.length); count > 0; count -= 1) {
    if (all.slice(-count).every((word, index) => word === own[index])) return count
  }
  return 0
}

function cutAfter(said: string, count: number): Heard {
  if (count === 0) return { heard: '', unheard: said }
  let seen = 0
  for (const { 0: token, index } of said.matchAll(/\S+/g)) {
    if (wordsIn(token).length > 0) seen += 1
    if (seen === count) {
      const end = index + token.length
      const rest = said.slice(end).trim()
      return wordsIn(rest).length === 0
        ? { heard: said, unheard: '' }
        : { heard: said.slice(0, end), unheard: rest }
    }
  }
  return { heard: said, unheard: '' }
}
