import { phoneDigits } from '../../src/domain/common/dialable.ts'
import { plainText, searchWords } from '../../src/domain/common/plain-text.ts'

/** The maximum number of words that a search uses. */
const MOST_WORDS = 10

const wordsIn = (search: string) =>
  searchWords(search.replace(/\\/g, ' '))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MOST_WORDS)

/** What people write between the digits of a phone number. */
const SEPARATORS = '[ ().\u00a0\u2010-\u2015-]{0,3}'

/** A search for messages. */
export interface TextSearch {
  /**
   * A text for PostgreSQL's `to_tsquery` that requires all words, each as a prefix, or the phone number. Words are
   * quoted, so that the database splits them in the same way as messages: an email address stays together.
   */
  query: string
  /** Words that the text of a matching message contains. Comparing them is faster than splitting the text into words. */
  words: string[]
  /** A regular expression for a phone number in any format, if the search is one. It takes the place of the words. */
  digits: string | null
}

/** Returns the search for messages that contain all words of a text; null without a word. */
export function readTextSearch(text: string): TextSearch | null {
  const words = wordsIn(text)
  if (words.length === 0) return null
  const digits = phoneDigits(plainText(text))
  const query = words.map((word) => `'${word}':*`).join(' & ')
  if (digits) return { query: `(${query}) | '${digits}':*`, words: [], digits: [...digits].join(SEPARATORS) }
  return { query, words: words.filter((word) => /^[\p{L}\p{N}]+$/u.test(word)), digits }
}
