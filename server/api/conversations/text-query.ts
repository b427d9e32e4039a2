/** How many words of a search count. */
const MOST_WORDS = 10

/**
 * Returns a text for PostgreSQL's `to_tsquery` that asks for all words, each of which may go on; null without a word. A
 * word is quoted, so that the database splits it as it splits messages: a phone number or an address stays together.
 */
export function textQuery(search: string): string | null {
  const words = search
    .replace(/['\\]/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MOST_WORDS)
  return words.length > 0 ? words.map((word) => `'${word}':*`).join(' & ') : null
}
