/** The minimum length of a word in which a letter may be missing, extra, or another vowel. */
const LONG = 6
const VOWEL = /[aeiouy]/

/** Returns whether a word is another with one typical typing mistake: `mowign`, `sprinklr`, `cleening`. */
function isTypoOf(word: string, right: string): boolean {
  if (word[0] !== right[0] || Math.abs(word.length - right.length) > 1) return false
  const at = [...right].findIndex((letter, index) => word[index] !== letter)
  if (at < 0) return false
  const [rest, other] = [word.slice(at), right.slice(at)]
  const isSwapped =
    rest.slice(0, 2) === [...other.slice(0, 2)].reverse().join('') && rest.slice(2) === other.slice(2)
  if (isSwapped && other.length > 1) return true
  if (right.length < LONG) return false
  if (word.length !== right.length)
    return word.length > right.length ? rest.slice(1) === other : rest === other.slice(1)
  return VOWEL.test(rest[0] ?? '') && VOWEL.test(other[0] ?? '') && rest.slice(1) === other.slice(1)
}

/** Replaces each word that is a typo of exactly one word in `right` with that word. */
export function withoutTypos(text: string, right: ReadonlySet<string>): string {
  return text.replace(/\p{L}{4,}/gu, (raw) => {
    const word = raw.toLowerCase()
    if (right.has(word)) return raw
    const [only, ...more] = [...right].filter((each) => isTypoOf(word, each))
    return only && more.length === 0 ? only : raw
  })
}
