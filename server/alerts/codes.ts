/** Without vowels, so that no code is a word, and without letters that look or sound like others or like digits. */
const LETTERS = 'CDFHJKMPRTWX'
/** Codes that people write with another meaning. */
const TAKEN =
  'CD CM CR CT DC DJ DM DR FD FM FT FX HD HR JR KM MC MD MF MP MR MT PC PD PM PR PT RD RT RX TD TX WX XX'

/** Keeps a pattern from matching what people write with another meaning. */
const NOT_TAKEN = `(?!${TAKEN.replaceAll(' ', '|')})`
/** A pattern that matches one code. */
export const CODE = `${NOT_TAKEN}[${LETTERS}]{2}`
/** A pattern that matches what a command can only mean as a code, even if none has these letters. */
export const MISTYPED_CODE = `${NOT_TAKEN}[B-DF-HJ-NP-TV-XZ]{2}`

/** All codes, so that those next to each other differ in both letters. */
const CODES: readonly string[] = Array.from(LETTERS, (_, distance) => distance)
  .slice(1)
  .flatMap((distance) =>
    Array.from(LETTERS, (letter, at) => `${letter}${LETTERS[(at + distance) % LETTERS.length]}`),
  )
  .filter((code) => !TAKEN.split(' ').includes(code))

/** Returns whether two codes can be confused: by one letter, or by their order. */
const isLike = (one: string, other: string): boolean =>
  one[0] === other[0] || one[1] === other[1] || (one[0] === other[1] && one[1] === other[0])

/**
 * Returns a code that is not among the `used` ones, and if possible unlike those of `open` alerts; null if all are used.
 */
export function newCode(used: readonly string[], open: readonly string[]): string | null {
  const free = CODES.filter((code) => !used.includes(code))
  return free.find((code) => !open.some((each) => isLike(each, code))) ?? free[0] ?? null
}
