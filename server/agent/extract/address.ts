import { cutText } from '../../../src/domain/common/cut-text.ts'
import {
  isCity,
  isState,
  isTown,
  isTownAfterStreet,
  type Mention,
  placesIn,
  plain,
  zipIn,
} from '../../places/locate.ts'
import { GIVEN_NAMES } from '../texts/given-names.ts'
import { DIRECTIONS, TYPES } from '../texts/streets.ts'
import { MES, MONTH_NAME } from '../words/calendar.ts'
import { tellsAccess } from '../work.ts'
import { BEFORE_NAME, COUNTED, clauseAt, isCapital, isEveryday, type Word, wordsOf, ZIP } from './clause.ts'
import { type Found, tidy } from './spans.ts'
import { streetOf, unitEnd } from './street.ts'

const MOST = 200
const MOST_FOUND = 5
const YEAR_BEFORE = /^(?:in|since|year|of|by|until|en|desde)$/
const NO_STREET = /^(?:in|last|this|each|en)$/
const NUMBER = /^(?:\d{1,6}(?:-\d{1,4}|-?[a-z]|[¼½¾])?|[nsew]\d{1,5}[nsew]?(?:\d{1,6})?|[a-z]\d{3,5})$/i

const LEAD_IN =
  /\b(?:(?:my|the|our|property|service|street|home|house) address is|address:|(?:i|we) live (?:at|on|in)|(?:it|property|house|home)(?:['’]s| is)? (?:located )?at|(?<=^|[,.;] |['’]m |['’]re |\b(?:am|are|is) )located (?:at|in)|mi direcci[oó]n es|direcci[oó]n:|vivo en|vivimos en|(?:queda|est[aá]) en)\s{1,5}/i
const FILLER =
  /^(?:(?:sure|yes|yeah|yep|ok|okay|it['’]?s|it is|that['’]?s|that is|at|of course|no problem|s[ií]|claro|es|en|la(?= calle\b)|(?:(?:my|the|our|mi|el) )?(?:zip(?: code)?|c[oó]digo postal)(?:['’]?s| is| es)?(?=:? \d))\b[\s,.:!-]*){1,4}/i

/**
 * Matches sentences that mention a place but don't give an address: `My sister studies in Boston`, `I'll be in Denver`.
 * `I'm in Dublin` does give one.
 */
const TOLD =
  /^@|^(?!(?:i['’]?m|i am|we['’]?re|we are|(?:my|our) (?:house|home|place|property|yard) is|estoy|estamos) (?:located |based |right )?(?:in|near|at|on|outside|from|close|by|en|cerca)\b)(?:i|i['’]\p{L}+|we|we['’]\p{L}+|he|she|they|my|our|mi|yo)\s/iu

/** Matches two streets: `corner of 5th and Vine`. */
const CORNER =
  /\b(?:(?:corner|intersection) (?:(?:house|lot|property) )?(?:of|at|on) |cross ?streets? (?:are |is )?|esquina (?:de |con ))(?!(?:the|my|our|your|an?|el|la|mi)\b)[\p{L}\d][^.,;!?\n]{1,40}? (?:and|&|y) [\p{L}\d][^.;!?\n]{1,50}/iu

/**
 * Returns the number of words that the state, ZIP code, and country take up at the end of a clause; 0 if there are
 * none.
 */
function tailOf(text: string, clause: readonly Word[]): number {
  let end = 0
  for (const [at, word] of clause.entries()) {
    if (at < 2) continue
    const after = clause[at + 1]
    if (ZIP.test(word.raw)) end = at + 1
    else if (isStateWord(text, clause, at, after)) end = at + 1
  }
  if (end > 0 && /^(?:usa?|united)$/.test(clause[end]?.key ?? ''))
    end += clause[end]?.key === 'united' ? 2 : 1
  return Math.min(end, clause.length)
}

function isStateWord(text: string, clause: readonly Word[], at: number, after: Word | undefined): boolean {
  const word = clause[at]
  const before = clause[at - 1]
  if (!word || (after && TYPES.has(after.key))) return false
  const two = text.slice(before?.start, word.end)
  const isFull = isState(word.key) || isState(two)
  if (!isFull && !/^[a-z]{2}$/.test(word.key)) return false
  if (!isFull && !isState(word.key.toUpperCase())) return false
  // `Florida City`
  if (
    isFull &&
    /^\p{L}/u.test(after?.raw ?? '') &&
    isCity(text.slice(word.start, after?.end).replace(/\.$/, ''))
  )
    return false
  if (after && ZIP.test(after.raw)) return true
  const mention = placesIn(text.slice(clause[0]?.start, word.end)).at(-1)
  const endsHere = mention?.hasState && mention.end === word.end - (clause[0]?.start ?? 0)
  const isAfterComma = before?.raw === ',' && (isFull || word.raw === word.raw.toUpperCase())
  return Boolean(endsHere) || isAfterComma || (isFull && clause[at - 2]?.raw === ',')
}

const isSmallTown = (name: string) => isTownAfterStreet(name) && !GIVEN_NAMES.has(plain(name))

/** Matches what a town before a street follows. */
const OPENS_PLACE = /^(?:[,.;:!\n]|at|in|near|from|en|de)$/i

/** Matches what follows a surname: `14 Ivy Ln, Moss family`. */
const HOUSEHOLD = /^(?:family|residence|household|home|house|party|property|estate)$/
/**
 * Returns the end of a city without a state after the street. The city ends the clause, or is a well-known one after a
 * comma or `in`.
 */
function cityEnd(text: string, clause: readonly Word[], street: number): number {
  const hasComma = clause[street]?.raw === ','
  const isIn = /^(?:in|en)$/.test(clause[street + Number(hasComma)]?.key ?? '')
  const from = street + Number(hasComma) + Number(isIn)
  const isWholeText = !/[\p{L}\d]/u.test(text.slice(clause.at(-1)?.end))
  const city = [3, 2, 1].find((length) => {
    const end = from + length
    const name = text.slice(clause[from]?.start, clause[end - 1]?.end).replace(/\.$/, '')
    if (end > clause.length || HOUSEHOLD.test(clause[end]?.key ?? '') || !isCity(name)) return false
    const isKnown = isTown(name) || isSmallTown(name)
    if ((hasComma || isIn) && isKnown && !isEveryday(name)) return true
    const isLast = end === clause.length || clause[end]?.raw === ','
    const isVillage = hasComma && isWholeText && end === clause.length && !isEveryday(name)
    return isLast && !isIn && (isKnown || isCapital(clause[from]) || isVillage)
  })
  return city ? from + city : street
}

/** Returns whether the words between a street and its state or ZIP code name a place, and don't run on. */
const leadsToState = (between: string) =>
  between.split(',').every((part) => {
    const words = tidy(part)
      .split(' ')
      .filter((word) => !ZIP.test(word) && !isState(word) && !isState(word.toUpperCase()))
    return words.length < 3 || /^\p{Lu}/u.test(words[0] ?? '') || placesIn(tidy(part))[0]?.start === 0
  })

/** Returns the town that stands before a street, after a comma: `Dublin, 40 Post Rd`; null if none does. */
function townBefore(text: string, all: readonly Word[], at: number): Found | null {
  if (all[at - 1]?.raw !== ',') return null
  for (const length of [3, 2, 1]) {
    const [first, last, before] = [all[at - 1 - length], all[at - 2], all[at - 2 - length]]
    const name = first && last ? text.slice(first.start, last.end) : ''
    const isAlone = !before || OPENS_PLACE.test(before.raw)
    if (first && last && isAlone && isTown(name) && !isEveryday(name) && !GIVEN_NAMES.has(plain(name)))
      return { value: name, start: first.start, end: last.end }
  }
  return null
}

/** Returns an address with the town that stands before it, if it has none. */
function withTownBefore(text: string, all: readonly Word[], address: Found | null): Found | null {
  if (!address || placesIn(address.value).length > 0 || zipIn(address.value)) return address
  const town = townBefore(
    text,
    all,
    all.findIndex(({ start }) => start === address.start),
  )
  return town ? { value: `${address.value}, ${town.value}`, start: town.start, end: address.end } : address
}

function addressAt(text: string, all: readonly Word[], at: number): Found | null {
  const clause = clauseAt(text, all, at)
  const [number, first] = clause
  if (!number || !first || !NUMBER.test(number.raw) || COUNTED.test(first.key) || /^[,#]/.test(first.raw))
    return null
  const isNumbered = /^\d/.test(number.raw)
  const street = streetOf(clause)
  const tail = tailOf(text, clause)
  const hasNumber = isNumbered || street > 0
  const inner = clause.slice(1, tail)
  const isNamed = inner.some(({ raw }) => /\p{L}{3}/u.test(raw)) && inner.length > 2
  const isWhole = street === 0 || leadsToState(text.slice(clause[street - 1]?.end, clause[tail - 1]?.end))
  let end = tail > 0 && hasNumber && isNamed && tail >= street && isWhole ? tail : street
  const isYear = /^(?:19|20)\d\d$/.test(number.raw) && YEAR_BEFORE.test(all[at - 1]?.key ?? '')
  if (end === 0 || isYear || (street === 0 && NO_STREET.test(first.key))) return null
  if (end === street) end = cityEnd(text, clause, end)
  const before = all[at - 1]
  const isLot = before?.key === 'lot' && /^(?:|,|at|in|is|on)$/.test(all[at - 2]?.key ?? '')
  const start = before && (isLot || /^(?:rr|hc)$/.test(before.key)) ? before.start : number.start
  const stop = clause[end - 1]?.end ?? number.end
  const written = text.slice(start, stop)
  const value = tidy(written).replace(/\.$/, '')
  // The period of an abbreviation belongs to the address; that of the sentence doesn't.
  return { value, start, end: stop - (/(?:\d|\p{L}{5})\.$/u.test(written) ? 1 : 0) }
}

/**
 * Finds US addresses in order: number, street, and, if present, unit, city, state, and ZIP code. A street must have a
 * street type, be a numbered road, or be followed by a city and state.
 */
export function findAddresses(text: string): Found[] {
  const all = wordsOf(text)
  const found: Found[] = []
  for (let at = 0; at < all.length && found.length < MOST_FOUND; at += 1) {
    const word = all[at]
    if (/^\d{1,2}$/.test(all[at + 1]?.raw ?? '')) continue
    if (!word || !/\d/.test(word.raw) || word.start < (found.at(-1)?.end ?? 0)) continue
    const address = withTownBefore(text, all, addressAt(text, all, at))
    if (address) found.push(address)
  }
  return found
}

/** Matches a time: `thurs 2, I'm in New York`. */
const WHEN =
  /^(?:today|tomorrow|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?),? (?:at )?\d/i

/** Matches a time, beside which a place without a number is a word of time: `Early. 8 AM if you've got it`. */
const CLOCK = /\b\d{1,2}(?::\d\d)?\s?[ap]\.?m\b/i

/** Matches a date, which isn't a house number and a street: `4 de dic`, `12 May`. */
const DATE = new RegExp(`^\\d{1,2}(?:st|nd|rd|th)? (?:de |of )?(?:${MONTH_NAME}|${MES})(?!\\p{L})`, 'iu')

/** Collapses the spaces of each line. */
const trimmed = (text: string) => text.split('\n').map(tidy).filter(Boolean).join('\n')

/**
 * Returns a place up to its ZIP code, or the town after it: `powell oh 43065 if that helps`, `43085 is my zip`. Returns
 * only the ZIP code if the words before it are no place.
 */
function toZip(text: string, zip: string): string {
  const start = text.lastIndexOf(zip)
  const before = text.slice(0, start)
  const whole = text.slice(start).match(/^\d{5}(?:-\d{4})?/)?.[0] ?? zip
  const town = tidy(text.slice(start + whole.length))
  const after = isCity(town) ? `, ${town}` : ''
  const isPlace = /(?<=\S\s)\p{Lu}\p{L}|\d/u.test(before) || placesIn(before + zip).length > 0
  return (isPlace ? before : '') + whole + after
}

/** Removes how to get in from an address: `, gate code 1234`. */
const withoutAccess = (text: string) => {
  const [place = '', ...parts] = text.split(',')
  return [place, ...parts.filter((part) => !tellsAccess(part.split('.', 1)[0] ?? ''))].join(',')
}

const MOST_UNTYPED = 6

/** Returns a house number and a street without a type, and its town: `12 elm columbus`, `1717 Sawmill, Columbus`. */
function untypedAt(text: string, all: readonly Word[]): string | null {
  const clause = clauseAt(text, all, 0)
  const comma = clause.findIndex(({ raw }) => raw === ',')
  const street = comma < 0 ? clause.length : comma
  if (street < 2 || street > MOST_UNTYPED || NO_STREET.test(clause[1]?.key ?? '')) return null
  return text.slice(0, clause[cityEnd(text, clause, unitEnd(clause, street)) - 1]?.end).replace(/\.$/, '')
}

/** Returns an address whose number follows its street: `SE Hawthorne, 3340 #12`, `calle Oak 123, Austin`. */
function reversedAt(text: string, all: readonly Word[]): string | null {
  const clause = clauseAt(text, all, 0)
  const at = clause.findIndex(({ raw }) => /^\d{1,6}[a-z]?\.?$/i.test(raw))
  const name = clause.slice(0, Math.max(0, at)).filter(({ raw }) => raw !== ',')
  const [first, last] = [name[0]?.key ?? '', name.at(-1)?.key ?? '']
  // `Se salió el inquilino del 6` doesn't begin with a direction.
  const isDirected = DIRECTIONS.has(first) && !/^[Ss]e$/.test(name[0]?.raw ?? '')
  if (name.length < 2 || !(isDirected || BEFORE_NAME.test(first) || TYPES.has(last))) return null
  const end = cityEnd(text, clause, unitEnd(clause, at + 1))
  const isWhole = end === clause.length || clause[end]?.raw === ','
  return isWhole ? text.slice(0, clause[end - 1]?.end).replace(/\.$/, '') : null
}

/**
 * Returns a visitor's answer to the address question, at most 200 characters, or null if it contains no place. Pass the
 * text with contact details masked.
 */
export function readAddress(text: string): string | null {
  const leadIn = LEAD_IN.exec(text)
  const said = trimmed(leadIn ? text.slice(leadIn.index + leadIn[0].length) : text)
  const rest = withoutAccess(trimmed(said.replace(FILLER, '')))
  const all = wordsOf(rest)
  const isNumbered =
    NUMBER.test(all[0]?.raw ?? '') &&
    !COUNTED.test(all[1]?.key ?? '') &&
    !DATE.test(rest) &&
    !/^(?:\S+?%|\d{1,2}(?::\d\d|\s?[ap]m\b))/i.test(rest)
  const found = (isNumbered ? addressAt(rest, all, 0) : null) ?? findAddresses(rest)[0]
  if (found) return tidy(cutText(found.value, MOST))
  const named = (isNumbered ? untypedAt(rest, all) : null) ?? reversedAt(rest, all)
  if (named) return tidy(cutText(named, MOST))
  const corner = CORNER.exec(text)?.[0]
  if (corner) return tidy(cutText(corner, MOST))
  const [sentence = ''] = rest.split(/[!?;\n]|\.\s|\s(?:and|but)\s/, 1)
  const zip = zipIn(sentence)
  const answer = tidy(cutText(zip ? toZip(sentence, zip) : sentence, MOST)).replace(/[.!]+$/, '')
  if (TOLD.test(sentence) || WHEN.test(answer) || (!/\d/.test(answer) && CLOCK.test(rest))) return null
  const isPlace = zip !== null || isCity(answer) || placesIn(answer).some(isNamedPlace(answer))
  const isAnnounced = leadIn !== null && !isNumbered && /\p{Lu}\p{L}{2}|\d/u.test(answer)
  const isStreet =
    /^(?:calle|avenida|av\.|camino|paseo) \p{L}.*\d|^(?:lot|unit|space) #?\d+[a-z]?,? \p{L}{3}/iu.test(answer)
  return isPlace || isAnnounced || isStreet ? answer : null
}

/** The least number of words beside a house number that isn't part of a street with a type: `12 elm columbus`. */
const FEWEST_NAMES = 2

/** Returns whether an address has a house number and a street, so that someone can come there. */
export function namesStreet(address: string): boolean {
  if (findAddresses(address).length > 0) return true
  const words = address.replace(/(?<!^)\b\d{5}(?:-\d{4})?\b/g, ' ').split(/[\s,]+/)
  const isNumbered = words.some((word) => NUMBER.test(word))
  return isNumbered && words.filter((word) => /^\p{L}{2}/u.test(word)).length >= FEWEST_NAMES
}

/** Returns whether a city has a state, or follows a comma or `in`, so that it isn't a surname. */
const isNamedPlace = (text: string) => (mention: Mention) =>
  mention.hasState || /(?:,|\b(?:in|near|outside|en|cerca de))\s*$/i.test(text.slice(0, mention.start))

/** Returns the address after an introduction such as `I live at`, up to the end of the sentence. */
export function announcedAddress(text: string): string | null {
  const leadIn = LEAD_IN.exec(text)
  // `on` a street, without a house number.
  if (!leadIn || /\bon\s+\D*$/i.test(text.slice(leadIn.index))) return null
  const start = leadIn.index + leadIn[0].length
  const [sentence = ''] = text.slice(start).split(/[!?;\n]|\.\s|\s(?:and|but)\s/, 1)
  const isNamed = /^(?:the )?(?:\p{Lu}\p{L}+[ ,]*){2,}/u.test(sentence)
  return readAddress(isNamed ? leadIn[0] + sentence : sentence)
}
