const UNITS = ['oh', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** Matches a spoken number of two digits: `twelve`, `fifty-five`. */
export const TWO_DIGITS = `(?:${TEENS.join('|')}|(?:${TENS.join('|')})(?:[ -](?:${UNITS.slice(1).join('|')})\\b)?)`

/** Returns the digits of such a number; null for other texts. */
export function twoDigits(text: string): string | null {
  const [first = '', second = ''] = text.toLowerCase().split(/[ -]/)
  const teen = TEENS.indexOf(first)
  if (teen >= 0) return String(10 + teen)
  const ten = TENS.indexOf(first)
  return ten >= 0 ? String((ten + 2) * 10 + Math.max(0, UNITS.indexOf(second))) : null
}

const PART = `(?:${TWO_DIGITS}|${UNITS.join('|')}|zero|hundred)`
const STREET =
  "(?= (?:[nsew]\\.? )?\\p{L}[\\p{L}’'.]*(?: \\p{L}+){0,2} (?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|court|ct|boulevard|blvd|way|circle|place|terrace|trail|parkway)(?!\\p{L}))"
const DICTATED = new RegExp(
  `(?<!\\d )(?<![\\p{L}\\d-])${PART}(?:[ -]${PART}){1,5}${STREET}|(?:^|(?<=[,.;:] |\\b(?:at|is|es) ))\\d(?: \\d){1,5}${STREET}|(?:^|(?<=[,.;:] ))\\d{1,2} \\d\\d${STREET}`,
  'giu',
)
const WORDS = new RegExp(`\\d|${PART}`, 'giu')

/** Writes dictated house numbers in digits: `forty two oh six Duval Street`, `1 0 0 Main Street`. */
export const withHouseNumbers = (text: string) => text.replace(DICTATED, digitsOf)

function digitsOf(spoken: string): string {
  let digits = ''
  for (const [raw] of spoken.matchAll(WORDS)) {
    const word = raw.toLowerCase()
    const unit = UNITS.indexOf(word)
    const next =
      word === 'hundred'
        ? '00'
        : (twoDigits(word) ?? (unit >= 0 ? String(unit) : word === 'zero' ? '0' : word))
    // `two hundred five` is 205.
    digits =
      digits.endsWith('00') && word !== 'hundred' ? digits.slice(0, -next.length) + next : digits + next
  }
  return digits
}
