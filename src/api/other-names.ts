import { booleanOf } from './booleans.ts'

type Fields = Record<string, unknown>

/** Other usual names of fields, by their name in the contract. Letters and digits are enough to recognize a name. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  question: ['q', 'question_text'],
  answer: ['a', 'answer_text'],
  question_text: ['question', 'text', 'label', 'title', 'prompt'],
  openTime: ['open', 'opens', 'start', 'from'],
  closeTime: ['close', 'closes', 'end', 'to'],
  from: ['start', 'start_date', 'date', 'day'],
  to: ['end', 'end_date'],
}

const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '')

/** The letters of each name in the contract, and of its other names. */
const wanted = new Map<string, readonly string[]>()
/** The letters of names in responses, which repeat in long lists. */
const seen = new Map<string, string>()
const MOST_SEEN = 1_000

function wantedOf(name: string): readonly string[] {
  const known = wanted.get(name)
  if (known) return known
  const all = [name, ...(Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] ?? []) : [])].map(lettersOf)
  wanted.set(name, all)
  return all
}

function seenOf(name: string): string {
  const known = seen.get(name)
  if (known !== undefined) return known
  const letters = lettersOf(name)
  if (seen.size < MOST_SEEN) seen.set(name, letters)
  return letters
}

/** Returns a function that finds the value of a field by its name, in any notation, or by another usual name. */
export function fieldsIn(written: Fields): (name: string) => unknown {
  let byLetters: Map<string, string> | null = null
  return (name) => {
    if (Object.hasOwn(written, name)) return written[name]
    byLetters ??= new Map(
      Object.keys(written)
        .toReversed()
        .map((each) => [seenOf(each), each]),
    )
    const found = wantedOf(name).find((letters) => byLetters?.has(letters))
    return found === undefined ? undefined : written[byLetters.get(found) ?? '']
  }
}

/** Returns the value of a field that follows from others, if it is missing or unreadable; undefined without one. */
export function derived(name: string, written: Fields): unknown {
  return DERIVED[name]?.(written)
}

const DERIVED: Readonly<Record<string, (written: Fields) => unknown>> = {
  isOpen(day) {
    const field = fieldsIn(day)
    const isClosed = booleanOf(field('closed')) ?? booleanOf(field('is_closed'))
    if (isClosed !== undefined) return !isClosed
    const flags = ['open', 'enabled', 'active', 'available', 'status', 'hours'].map((name) =>
      booleanOf(field(name)),
    )
    const isOpen = flags.find((flag) => flag !== undefined)
    if (isOpen !== undefined) return isOpen
    const times = [field('openTime'), field('closeTime'), ...(timesIn(day) ?? [])]
    const given = times.filter((time) => time !== undefined)
    const isWithout = 'hours' in day && !timesIn(day)
    if (given.length === 0) return isWithout ? false : undefined
    return given.every((time) => time !== null && time !== '' && booleanOf(time) !== false)
  },
  openTime: (day) => timesIn(day)?.[0],
  closeTime: (day) => timesIn(day)?.[1],
}

/** Returns the opening and closing times of a day in one field, as in `8:00 - 17:00`; null without them. */
function timesIn({ hours }: Fields): readonly unknown[] | null {
  const times = typeof hours === 'string' ? hours.split(/\s*(?:[-–—]|\bto\b)\s*/) : hours
  return Array.isArray(times) && times.length === 2 ? times : null
}

/** Returns a field as the console writes it, if it is `written` in another notation. */
export function tidied(name: string, value: unknown, written: unknown): unknown {
  if (name !== 'service_area_zipcodes' || !Array.isArray(value)) return value
  const isExact = Array.isArray(written) && written.every((each) => typeof each === 'string')
  return isExact ? value : value.flatMap(zipCodesIn)
}

const ZIP = /^\d{3,5}(?:-\d{4})?$/

/** Returns the ZIP codes in a text, with the zeros that numbers lose; other texts unchanged. */
function zipCodesIn(text: string): string[] {
  const codes = text.trim().split(/\s+/)
  if (!codes.every((code) => ZIP.test(code))) return [text]
  return codes.map((code) => code.replace(/^\d+/, (digits) => digits.padStart(5, '0')))
}
