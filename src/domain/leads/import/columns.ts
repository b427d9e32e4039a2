import type { DateOrder, ImportField } from '../../../contract/lead-imports.ts'
import { blankCell } from './damage.ts'
import { type Meaning, meaningOf } from './headings.ts'
import { decidingFirst, statusIn } from './status-words.ts'
import { IMPORT_COLUMNS, isPartOfName, labelOf, type Target } from './targets.ts'

/** What each column of a file fills, or null if the column is left out. */
export type Mapping = readonly (Target | null)[]

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^(?:p:)?\+?[\d\s().-]{7,20}(?:\s*(?:x|ext\.?)\s*\d+)?$/i
const digitsIn = (text: string) => text.replace(/\D/g, '').length
const isEmail = (cell: string) => EMAIL.test(cell)
const isPhone = (cell: string) => PHONE.test(cell) && digitsIn(cell) >= 7 && digitsIn(cell) <= 15
const isWrittenPhone = (cell: string) =>
  isPhone(cell) && /^\+|^\(?\d{3}\)?[-.\s]\s?\d{3}[-.\s]\d{4}/.test(cell)
const isAnswer = (cell: string) => /^(?:yes|no|y|n|true|false|✓|✔|on|off|sí|si)$/i.test(cell)

/** Headings of numbers that look like phone numbers. */
const OTHER_NUMBERS = /\b(?:id|ids|date|time|zip|code|amount|total|order|invoice|account|fax)\b/i
/** Headings of numbers that can be phone numbers if they are written like them. */
const ANY_NUMBER = /\b(?:number|no)\b|#/i

/** The proportion of a column's cells that must look like emails or phone numbers. */
const MOST = 0.6

/**
 * Guesses what the columns fill, based on their headings and their cells in the first rows. Assigns several columns to
 * a field if it has room for all of them, except that only one of several addresses is used.
 */
export function guessMapping(headings: readonly string[], rows: readonly (readonly string[])[]): Mapping {
  const cells = headings.map((_, at) =>
    rows.map((row) => blankCell(row[at] ?? '')).filter((cell) => cell !== ''),
  )
  const isMostly = (at: number, test: (cell: string) => boolean) => {
    const given = cells[at] ?? []
    return given.length > 0 && given.filter(test).length >= given.length * MOST
  }
  const meanings = headings.map((heading, at) => {
    const meaning = meaningOf(heading)
    // The Spanish word for a status is also the one for a state.
    const isStatus = /^\s*estado\b/i.test(heading) && isMostly(at, (cell) => statusIn(cell) !== null)
    if (isStatus) return { target: 'status', group: '', isPart: false } satisfies Meaning
    if (!meaning || isMostly(at, isAnswer)) return null
    const isName = meaning.target === 'prospect_name'
    return isName &&
      (cells[at] ?? []).length > 0 &&
      !isMostly(at, (cell) => /\p{L}/u.test(cell) && !isEmail(cell))
      ? null
      : meaning
  })
  const address = addressOf(meanings, rows)
  const used = new Set<Target>()
  const take = (target: Target) => {
    if (used.has(target) && labeledOnce(target)) return null
    used.add(target)
    return target
  }
  const named = meanings.map((meaning) => {
    if (!meaning) return null
    return meaning.target === 'property_address' && !address.includes(meaning) ? null : take(meaning.target)
  })
  return named.map((target, at) => {
    const heading = headings[at] ?? ''
    if (target !== null || meanings[at] || heading.trim().toLowerCase() === 'updated') return target
    if (!used.has('prospect_email') && isMostly(at, isEmail)) return take('prospect_email')
    const words = heading.replace(/_/g, ' ')
    const looks = ANY_NUMBER.test(words) ? isWrittenPhone : isPhone
    const isOther = used.has('prospect_phone') || OTHER_NUMBERS.test(words)
    return !isOther && isMostly(at, looks) ? take('prospect_phone') : null
  })
}

/** Returns whether a guess assigns only one column to a target. A stage can say more than the status next to it. */
const labeledOnce = (target: Target) =>
  target === 'prospect_name' ||
  (target !== 'status' && IMPORT_COLUMNS.find(({ field }) => field === target)?.joint === undefined)

/** The groups of addresses, from the one where the work is to the least likely one. */
const ADDRESS_ORDER: readonly RegExp[] = [
  /\b(?:service|property|job|jobsite|site|location|physical)\b/,
  /^$/,
  /\b(?:home|personal|primary|main|mailing|shipping|ship)\b/,
  /^1$/,
  /\b(?:billing|bill)\b/,
]

/**
 * Returns the columns of one address: of the address where the work most likely is, if most rows with an address have
 * it, or else of the one that most rows have.
 */
function addressOf(
  meanings: readonly (Meaning | null)[],
  rows: readonly (readonly string[])[],
): readonly (Meaning | null)[] {
  const all = meanings.filter((meaning) => meaning?.target === 'property_address')
  const columnsOf = (group: string) => all.filter((meaning) => meaning?.group === group)
  const rank = (group: string) => {
    const at = ADDRESS_ORDER.findIndex((each) => each.test(group))
    return at === -1 ? ADDRESS_ORDER.length : at
  }
  const isFilled = (row: readonly string[], group: string) =>
    meanings.some((meaning, at) => columnsOf(group).includes(meaning) && (row[at] ?? '').trim() !== '')
  const groups = [...new Set(all.map((meaning) => meaning?.group ?? ''))]
    .filter((group) => columnsOf(group).some((meaning) => !meaning?.isPart))
    .map((group) => ({ group, filled: rows.filter((row) => isFilled(row, group)).length }))
    .toSorted((a, b) => rank(a.group) - rank(b.group))
  const most = Math.max(0, ...groups.map(({ filled }) => filled))
  const chosen = groups.find(({ filled }) => filled >= most / 2)
  if (!chosen) return all
  const plain = columnsOf('')
  // A service address can have its city in a column that is only called City.
  const parts = plain.every((meaning) => meaning?.isPart) ? plain : []
  return [...columnsOf(chosen.group), ...parts]
}

/** Returns whether a row could contain headings: it has text but no personal data. */
export function isHeadings(cells: readonly string[]): boolean {
  const given = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return given.some((cell) => /\p{L}/u.test(cell)) && !given.some((cell) => isEmail(cell) || isPhone(cell))
}

/** Returns which of the first rows of a file has the headings, which can be below a title; -1 if there is none. */
export function headingsIn(top: readonly (readonly string[])[]): number {
  const known = top.map((cells) => (isHeadings(cells) ? cells.filter((cell) => meaningOf(cell)).length : 0))
  const most = Math.max(0, ...known)
  if (most >= 2) return known.indexOf(most)
  const end = top.findIndex((cells) => !isHeadings(cells))
  const titles = end === -1 ? top : top.slice(0, end)
  const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length
  const width = Math.max(0, ...top.map(filled))
  const wide = titles.findIndex((cells) => filled(cells) >= width / 2)
  return wide === -1 && titles.length > 0 ? 0 : wide
}

/**
 * Returns the cells of a row by field. Joins the cells of several columns where the field has room for them. What has
 * no room becomes a line of the notes.
 */
export function cellsByField(
  cells: readonly string[],
  mapping: Mapping,
): Partial<Record<ImportField, string>> {
  const given = givenCells(cells, mapping)
  const found: Partial<Record<ImportField, string>> = {}
  const rest: string[] = []
  for (const { field, joint } of IMPORT_COLUMNS) {
    const all = [...(given.get(field) ?? [])]
    const values = field === 'status' ? decidingFirst(all) : all
    const [first, ...others] = values
    if (first === undefined || isPartOfName(field)) continue
    found[field] = joint === undefined ? first : withoutParts(field, values).join(joint)
    if (joint === undefined) rest.push(...others.map((other) => `${labelOf(field)}: ${other}`))
  }
  const { name, others } = nameOf(given, found.prospect_name)
  if (name !== undefined) found.prospect_name = name
  // QuickBooks begins addresses with the name.
  const { property_address } = found
  if (name !== undefined && property_address?.startsWith(`${name}, `)) {
    found.property_address = property_address.slice(name.length + 2)
  }
  const notes = [found.notes, ...rest, ...others].filter((line) => line !== undefined)
  if (notes.length > 0) found.notes = notes.join('\n')
  return found
}

/** Returns the different cells of each target that are not blank. */
function givenCells(cells: readonly string[], mapping: Mapping): ReadonlyMap<Target, ReadonlySet<string>> {
  const given = new Map<Target, Set<string>>()
  for (const [at, target] of mapping.entries()) {
    const cell = blankCell(cells[at] ?? '')
    if (target && cell !== '') given.set(target, (given.get(target) ?? new Set()).add(cell))
  }
  return given
}

/** Returns the name in a row: of its parts, or else the whole one, or else the company; and the others as notes. */
function nameOf(given: ReadonlyMap<Target, ReadonlySet<string>>, shown: string | undefined) {
  const all = (target: Target) => [...(given.get(target) ?? [])]
  const first = all('given_name').join(' ')
  const last = all('family_name').join(' ')
  const companies = all('company')
  const parts = wholeName(first, last, shown)
  const name = parts || shown || companies[0]
  const others = [
    ...(name !== undefined && shown !== undefined && !hasWords(name, shown) ? [`Name: ${shown}`] : []),
    ...companies.filter((company) => company !== name).map((company) => `Company: ${company}`),
  ]
  return { name, others }
}

/** Joins the parts of a name. A name that has one part more than the row's parts is whole, or is the missing part. */
function wholeName(first: string, last: string, shown: string | undefined): string {
  const parts = [first, last].filter(Boolean).join(' ')
  if (shown === undefined || parts === '' || (first !== '' && last !== '')) return parts
  if (hasWords(shown, parts)) return shown
  return first === '' ? `${shown} ${last}` : parts
}

/** Returns the cells that no other one contains, as a whole name or address contains its parts. */
function withoutParts(field: ImportField, cells: readonly string[]): readonly string[] {
  const holds = HOLDS[field]
  if (!holds) return cells
  return cells.filter(
    (cell, at) =>
      !cells.some((other, each) => each !== at && holds(other, cell) && (each < at || !holds(cell, other))),
  )
}

const HOLDS: Partial<Record<ImportField, (whole: string, part: string) => boolean>> = {
  prospect_name: hasWords,
  property_address: hasPlace,
}

/** Returns whether a name has every word of another one, in any order. */
function hasWords(whole: string, part: string): boolean {
  const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return wordsIn(part).every((word) => wordsIn(whole).includes(word))
}

/** Returns whether an address begins with a street, or has a place after its street. */
function hasPlace(whole: string, part: string): boolean {
  const [street = '', ...rest] = whole.toLowerCase().split(/[,\n]/)
  const place = part.toLowerCase()
  return street.trim() === place || rest.join(',').includes(place)
}

const NUMBERS = /^\s*(\d{1,2})([/.-])(\d{1,2})[/.-]\d{2,4}\b/

/** The order of day and month, and whether the dates prove it. */
export interface WrittenDates {
  order: DateOrder
  isShown: boolean
}

/**
 * Determines how dates are written. If no date proves the order, the month comes first, as in the US, except in dates
 * with dots. `isShown` is also true if there are no ambiguous dates.
 */
export function writtenDates(cells: readonly string[]): WrittenDates {
  let isShown = true
  let hasDots = false
  for (const cell of cells) {
    const [, first, sign, second] = NUMBERS.exec(cell) ?? []
    if (first === undefined || Number(first) === Number(second)) continue
    if (Number(first) > 12) return { order: 'dmy', isShown: true }
    if (Number(second) > 12) return { order: 'mdy', isShown: true }
    isShown = false
    hasDots ||= sign === '.'
  }
  return { order: hasDots ? 'dmy' : 'mdy', isShown }
}
