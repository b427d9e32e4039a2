/** The maximum number of words that a search uses. */
const MOST_WORDS = 10

const wordsIn = (search: string) =>
  search
    .replace(/['\\]/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MOST_WORDS)

/**
 * Returns the words of a search that a matching text contains literally, ignoring case. Comparing them is faster than
 * splitting the text into words.
 */
export const plainWords = (search: string): string[] =>
  wordsIn(search).filter((word) => /^[a-z0-9]+$/i.test(word))

/**
 * Returns a text for PostgreSQL's `to_tsquery` that requires all words, each as a prefix; null without a word. Words
 * are quoted, so that the database splits them in the same way as messages: a phone number or an address stays
 * together.
 */
export function textQuery(search: string): string | null {
  const words = wordsIn(search)
  return words.length > 0 ? words.map((word) => `'${word}':*`).join(' & ') : null
}
