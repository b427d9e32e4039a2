/**
 * Characters that people omit or that nobody sees: apostrophes, accents, Hebrew points, Arabic vowel signs and hamzas, and
 * characters without a shape.
 */
const UNTYPED =
  /['`‘’‛′ʹʻʼʾʿ]|[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** Letters that no normalization takes apart, in lowercase, as people write them without them. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: 'l', đ: 'd', ð: 'd', ø: 'o', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', ə: 'a', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** Separates accents from their letters. An acute accent of its own is an apostrophe. */
const decomposed = (text: string) =>
  (ACCENTED.test(text) ? text.replaceAll('´', '').normalize('NFKD') : text).toLowerCase()
const ACCENTED = /[^\0-\x7f]/

const INITIALS = /\.(?<=(?<![\p{L}\p{N}_])\p{L}\.)/gu

function undecorated(marked: string): string {
  const typed = marked.replace(UNTYPED, '')
  const spelled = ACCENTED.test(typed) ? typed.replace(LETTER, (letter) => LETTERS[letter] ?? letter) : typed
  return spelled.replace(INITIALS, '')
}

/**
 * Returns a text for comparing and sorting: in lowercase, without accents, apostrophes, dots of initials, and invisible
 * characters.
 */
export const plainText = (text: string): string => undecorated(decomposed(text))

const DOUBLED = /(a)[ae]|(o)e|(u)e/g
const HYPHENS = /[-\u2010-\u2015\u2212](?<=[\p{L}\p{N}].)(?=[\p{L}\p{N}])/gu
/** Matches lowercase texts whose plain text or spellings can be different. */
const SPECIAL = /[^\n -&(-_a-~]|a[ae]|oe|ue|[a-z\d]-[a-z\d]|\b[a-z]\./

/**
 * Returns the plain text in which to look for {@link searchWords}, followed by its other spellings, one per line: with
 * `ue` for `ü` (also `å` and `ø`), with `u` for `ue`, and without hyphens. The database has the same function,
 * `search_text`.
 */
export function searchText(text: string): string {
  const lower = text.toLowerCase()
  if (!SPECIAL.test(lower)) return lower
  const marked = decomposed(text)
  const plain = undecorated(marked)
  const spelled = marked
    .replaceAll('ø', 'oe')
    .replaceAll('a\u030a', 'aa')
    .replace(/([aou])\u0308/g, '$1e')
  const others = [
    spelled === marked ? plain : undecorated(spelled),
    plain.replace(DOUBLED, '$1$2$3'),
    plain.replace(HYPHENS, ''),
  ]
  return [plain, ...others.filter((other) => other !== plain)].join('\n')
}

const HYPHENATED = /^[\p{L}\p{M}]+(?:[-\u2010-\u2015\u2212]+[\p{L}\p{M}]+)+$/u

/** Returns the plain words of a search. The parts of a hyphenated name are words, and a dot at the end is none. */
export const searchWords = (search: string): string[] =>
  plainText(search)
    .split(/[\s,;]+/)
    .flatMap((word) => (HYPHENATED.test(word) ? word.split(/[-\u2010-\u2015\u2212]+/) : [word]))
    .map((word) => word.replace(/(?<=\p{L})\.$/u, ''))
    .filter(Boolean)

/** Returns whether a text contains every word of a search, in any order and in any spelling of {@link searchText}. */
export function containsWords(text: string, search: string): boolean {
  const content = searchText(text)
  return searchWords(search).every((word) => content.includes(word))
}
