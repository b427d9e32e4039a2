import { IMPORT_COLUMNS, type Target } from './targets.ts'

/** What a heading says about its column. */
export interface Meaning {
  target: Target
  /**
   * Which of several values of this kind it is, such as `home`, `billing`, or `2`; blank if the heading does not say.
   */
  group: string
  /** Whether it is only a part of an address, such as the city, that belongs to a street in another column. */
  isPart: boolean
}

/** Words that say whose value a column has. */
const PERSONS = 'contact customer client lead prospect homeowner caller'.split(' ')

/** Words that say which of several values a column has. */
const PLACES = [
  ...'service property job jobsite site location physical'.split(' '),
  ...'home personal mailing shipping ship'.split(' '),
  ...'primary main preferred best default'.split(' '),
  ...'secondary alternate alternative alt additional'.split(' '),
  ...'billing bill work business company office other'.split(' '),
]

/** Words that add nothing. `s` is what remains of "Phone #s". */
const FILLERS = 'value line to enabled'.split(' ')

/** Words of questions, as in forms: "What's your name?", "Best phone number to reach you", and articles. */
const QUESTIONS =
  's what whats which is are your the please enter at can we reach you on for de del la el su tu'.split(' ')

/** Words that say which kind of phone a column has, if they are not the only ones. */
const KINDS = 'mobile cell cellular landline text sms whatsapp'.split(' ')

/** What follows a heading in parentheses and says only how its values are written. */
const FORMAT =
  /\s*\((?:(?:utc|gmt|[ecmp][sd]?t|local)\b[^)]*|required|optional|[$€£]|usd|sq\.? ?ft\.?|acres?)\)/gi

/** Targets of which a file can have several values. */
const SEVERAL: readonly Target[] = ['prospect_email', 'prospect_phone', 'property_address']

/** Parts of an address. The other headings of addresses denote a street or a whole address. */
const PARTS =
  'city town state province region stateprovince stateregion provincestate provstate zip zipcode postalcode postcode'
    .concat(' zippostalcode postalzip pobox ciudad codigopostal estado provincia')
    .split(' ')

const TARGETS: ReadonlyMap<string, Target> = new Map(
  IMPORT_COLUMNS.flatMap(({ field, headings }) => headings.map((heading) => [heading, field] as const)),
)

/** Returns the words of a heading: `firstName`, `FIRST_NAME`, and `First name` have the same. */
function wordsOf(heading: string): string[] {
  return heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .toLowerCase()
    .replace(/\be[\s-]?mail/g, 'email')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Returns what a heading denotes, or null if it is unknown. */
export function meaningOf(heading: string): Meaning | null {
  const words = wordsOf(heading.replace(FORMAT, ''))
  const asked = words.filter((word) => !QUESTIONS.includes(word))
  const own = PERSONS.includes(asked[0] ?? '') ? asked.slice(1) : asked
  const core = own.filter((word) => !PLACES.includes(word) && !FILLERS.includes(word) && !/^\d+$/.test(word))
  // "Address 1 - City" is a city.
  const withoutAddress = core.filter((word) => word !== 'address')
  // QuickBooks numbers the lines of an address: "Bill to 1".
  const withoutNumber = own.filter((word) => !/^\d+$/.test(word))
  const withoutKind = core.filter((word) => !KINDS.includes(word))
  for (const each of [words, asked, own, withoutNumber, core, withoutAddress, withoutKind]) {
    const key = each.join('')
    const target = TARGETS.get(key)
    const isWhole = each === words || each === asked || each === own
    if (target && (isWhole || SEVERAL.includes(target))) {
      return { target, group: groupOf(own, target), isPart: PARTS.includes(key) }
    }
  }
  return null
}

function groupOf(words: readonly string[], target: Target): string {
  if (target !== 'property_address') return ''
  // A location can be a branch, so an address is better.
  if (words.join('') === 'location') return 'other'
  const at = words.indexOf('address')
  // The second of several addresses, not the second line of one.
  const isNumbered = at >= 0 && words.length > at + 2 && /^\d+$/.test(words[at + 1] ?? '')
  return words.filter((word, each) => PLACES.includes(word) || (isNumbered && each === at + 1)).join(' ')
}
