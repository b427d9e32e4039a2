import { phoneHref, phonesIn } from '../../common/phone-href.ts'
import { blankCell, repairedNumber } from './damage.ts'

/** What the cells of a kind of contact contain. */
export interface Contacts {
  /** The addresses or numbers, each once. */
  found: readonly string[]
  /** Texts that are none, or say more than the address. */
  rest: readonly string[]
}

/** Phone numbers, and whether one was repaired or lost digits in a spreadsheet. */
export interface Phones extends Contacts {
  damage: 'repaired' | 'lost' | null
}

/** Email addresses, and the name next to the first one: `Dee <dee@x.test>`. */
export interface Emails extends Contacts {
  name: string | null
}

/** An address with a complete domain, and the parameters of a link after it. */
const ADDRESS = /[^\s@<>()[\],;:"“”|/\\]+@(?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}\p{N}-]+(?:\?\S*)?/gu
const LONGEST_ADDRESS = 254
/** Words around addresses that say nothing. */
const AROUND = /\b(?:mailto|e-?mail|home|work|personal|primary|or|and|a|href|hyperlink)\b|[^\p{L}]+/giu

/** Returns the email addresses in a text of one or more cells, one per line. */
export function readEmails(text: string): Emails {
  let name: string | null = null
  const found: string[] = []
  const rest: string[] = []
  for (const line of text
    .replace(/\p{Cf}/gu, '')
    .split('\n')
    .map(blankCell)
    .filter(Boolean)) {
    const joined = line.includes('@') && !line.match(ADDRESS) ? line.replace(/\s*@\s*/g, '@') : line
    const addresses = (joined.match(ADDRESS) ?? [])
      .map((each) => each.replace(/^['‘’.&]+|['‘’.]+$/g, '').replace(/\?.*$/, ''))
      .filter((each) => !each.startsWith('@') && each.length <= LONGEST_ADDRESS)
    const around = joined.replace(ADDRESS, '').replace(AROUND, '')
    const beside = addresses.length === 1 ? nameBeside(line) : null
    if (beside !== null) name ??= beside
    else if (addresses.length === 0 || around !== '') rest.push(line)
    for (const each of addresses) {
      if (!found.some((known) => known.toLowerCase() === each.toLowerCase())) found.push(each)
    }
  }
  return { found, rest, name }
}

/** Returns the phone numbers in a text of one or more cells, one per line, as they are written. */
export function readPhones(text: string): Phones {
  const found = new Map<string, string>()
  const rest: string[] = []
  let damage: Phones['damage'] = null
  for (const line of text.split('\n').map(blankCell).filter(Boolean)) {
    const number = repairedNumber(line.replace(/^['‘’`]?(?:(?:p|tel|phone|ph|t|m|c):\s*)?(?=[+(\d])/i, ''))
    if (number.damage) damage = number.text === '' || damage === 'lost' ? 'lost' : 'repaired'
    for (const part of phonesIn(number.text)) {
      const written = part.trim()
      const href = phoneHref(written)
      if (!href) rest.push(number.text === '' ? line : written)
      else if (!found.has(href)) found.set(href, written)
    }
  }
  return { found: [...found.values()], rest, damage }
}

function nameBeside(text: string): string | null {
  const [, name = ''] = /^\s*["']?([\p{L}][^<>"@]*?)["']?\s*<[^<>\s]+@[^<>\s]+>\s*$/u.exec(text) ?? []
  return name.trim() || null
}
