import { phoneDigits } from '../common/dialable.ts'
import { plainText, searchText, searchWords } from '../common/plain-text.ts'

/** The texts that a search matches. */
export interface Findable {
  label: string
  /** Additional texts, such as an email address or a section. They have a lower weight than the label. */
  also?: readonly (string | null | undefined)[]
  /** Phone numbers in any format. */
  phones?: readonly (string | null | undefined)[]
}

const WORD = /[\p{L}\p{N}]+/gu
const wordsOf = (text: string): string[] => text.match(WORD) ?? []

/** Returns the digits of a phone number, including the country code that US numbers often omit. */
function digitsOf(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length === 10 ? `1${digits}` : digits
}

interface Prepared {
  label: string
  /** The words of the label in every spelling. */
  words: string[]
  initials: string
  also: string
  alsoWords: string[]
  digits: string[]
}

const prepared = new WeakMap<Findable, Prepared>()

function prepare(item: Findable): Prepared {
  let known = prepared.get(item)
  if (!known) {
    const label = plainText(item.label)
    const also = searchText((item.also ?? []).filter(Boolean).join('\n'))
    const digits = (item.phones ?? []).flatMap((phone) => (phone ? [digitsOf(phone)] : []))
    known = {
      label,
      words: wordsOf(searchText(item.label)),
      initials: initialsOf(label),
      also,
      alsoWords: wordsOf(also),
      digits,
    }
    prepared.set(item, known)
  }
  return known
}

/** The minimum length of a word for tolerating a typo. */
const FORGIVEN_FROM = 4

/** Returns whether `word` starts with `typed`, tolerating one wrong, missing, extra, or transposed letter. */
export function startsAlmost(word: string, typed: string): boolean {
  if (typed.length < FORGIVEN_FROM) return false
  let at = 0
  while (at < typed.length && word[at] === typed[at]) at += 1
  // The first letter is rarely wrong.
  if (at === 0) return false
  const after = (from: number, start: number) => word.startsWith(typed.slice(from), start)
  return (
    after(at + 1, at + 1) ||
    after(at, at + 1) ||
    after(at + 1, at) ||
    (word[at] === typed[at + 1] && word[at + 1] === typed[at] && after(at + 2, at + 2))
  )
}

/** The minimum length of a search for parts of words. */
const PART_FROM = 3

function scoreOfTerm(term: string, { label, words, also, alsoWords }: Prepared): number {
  if (label.startsWith(term)) return 90
  if (words.some((word) => word.startsWith(term))) return 80
  if (alsoWords.some((word) => word.startsWith(term))) return 60
  const isPart = term.length >= PART_FROM
  if (isPart && label.includes(term)) return 50
  if (isPart && also.includes(term)) return 40
  if (words.some((word) => startsAlmost(word, term))) return 30
  if (alsoWords.some((word) => startsAlmost(word, term))) return 20
  return 0
}

/**
 * Returns how well an item matches a query, from 0 (no match) to 100 (the whole label). Every word of the query must
 * match the start of a word (with a higher score in the label than elsewhere), part of a text, or the label's initials.
 * Part of a phone number matches in any format.
 */
export function score(item: Findable, query: string): number {
  const known = prepare(item)
  const wanted = plainText(query).trim()
  if (wanted === '') return 0
  if (wanted === known.label) return 100
  const digits = phoneDigits(wanted)
  if (digits && known.digits.some((phone) => phone.includes(digits))) return 85
  // Single letters match the initials of too many labels.
  if (wanted.length > 1 && known.initials.startsWith(wanted)) return 70
  const terms = searchWords(query)
  const scores = terms.map((term) => scoreOfTerm(term, known))
  if (scores.length === 0 || scores.includes(0)) return 0
  return scores.reduce((sum, one) => sum + one, 0) / scores.length
}

const initialsOf = (label: string) =>
  wordsOf(label)
    .map((word) => word.charAt(0))
    .join('')
