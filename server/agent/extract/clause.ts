import { ABBREVIATIONS, DIRECTIONS, ROADS, STOP, TYPES } from '../texts/streets.ts'

const MOST_WORDS = 22
const WORD =
  /(?<![$\p{L}\p{N}.]|\d,(?=\d{3}(?!\d)))[\p{L}\p{N}#](?:[\p{L}\p{N}'’/#-]|\.(?=\p{L}))*\.?|[,;!?\n]/gu

export const ZIP = /^\d{5}(?:-\d{4})?\.?$/

export interface Word {
  raw: string
  key: string
  start: number
  end: number
}

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: raw, index }) => {
    const key = raw.toLowerCase().replace(/’/g, "'").replace(/\./g, '')
    return { raw, key: key || raw, start: index, end: index + raw.length }
  })
}

/**
 * Returns the words of an address that begins at `from`, up to the end of the sentence or a word that no address
 * contains.
 */
export function clauseAt(all: readonly Word[], from: number): Word[] {
  const clause: Word[] = []
  for (let at = from; at < all.length && clause.length < MOST_WORDS; at += 1) {
    const [word, next] = [all[at], all[at + 1]]
    if (!word || /^[;!?\n]$/.test(word.raw)) break
    const isOfThe = word.key === 'the' && clause.at(-1)?.key === 'of'
    const isName = word.key === 'and' && clause.length === 2 && TYPES.has(all[at + 2]?.key ?? '')
    const isState = /^(?:or|me|hi|la)$/.test(word.key) && ZIP.test(next?.raw ?? '')
    const isLa = /^las?$/.test(word.key) && (/^\p{Lu}/u.test(word.raw) || ZIP.test(next?.raw ?? ''))
    const isLetter =
      /^[ai]$/.test(word.key) && (TYPES.has(next?.key ?? '') || ROADS.has(clause.at(-1)?.key ?? ''))
    const isRoad = /^new$/.test(word.key)
    // `12 Pecan Street no 21 Pecan Street`
    const again = all[at + (next?.raw === ',' ? 3 : 2)]
    if (word.key === 'no' && at > from + 1 && again?.key === clause[1]?.key) break
    if (STOP.has(word.key) && !(isOfThe || isName || isState || isLetter || isLa || isRoad)) break
    clause.push(word)
    const isShort = /^\p{L}\.$|\.\p{L}/u.test(word.raw) || ABBREVIATIONS.has(word.key)
    const isEnd = word.raw.endsWith('.') && !isShort && !DIRECTIONS.has(next?.key ?? '')
    if (isEnd) break
  }
  return clause
}
