import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { capitalized } from '../../../src/domain/common/capitalized.ts'
import type { AgentState, CorrectableFact } from '../state.ts'
import { findAddresses } from './address.ts'
import { findEmails, findPhones, samePhone } from './contact.ts'
import { findName, SURNAME } from './name.ts'
import type { Found } from './spans.ts'

/** The fact that a message corrects; the value is null if the visitor says only that the known one is wrong. */
export interface Correction {
  fact: CorrectableFact
  value: string | null
}
type Known = AgentState['known']

const PART = "[\\p{L}\\d][\\p{L}\\d.'’-]{0,30}"
const SOME = `${PART}(?: ${PART}){0,3}?`
/** `512 not 521`, `Janet, not Jane`. */
const NOT_AFTER = new RegExp(
  `(?<new>${SOME}),? (?:and )?(?:not|no|instead of|rather than|en vez de|y no) (?<old>${SOME})[.!]?$`,
  'iu',
)
/** `not 521 but 512`, `it isn't Jane, it's Janet`. */
const NOT_BEFORE = new RegExp(
  `\\b(?:not|isn['’]t|no es) (?<old>${SOME})(?:,? (?:but|sino)|[,;.] ?(?:it['’]?s|it is|es)|,) (?<new>${SOME})[.!]?$`,
  'iu',
)
const SHOULD_BE = new RegExp(
  `(?<old>${PART}) (?:should|must|needs to|debe) (?:be|ser|say) (?<new>${PART})[.!]?$`,
  'iu',
)
const SORRY =
  /\b(?:sorry|oops|whoops|actually|i meant|i mean|typo|correction|my mistake|wait|mistyped|swapped|misspelled|should (?:be|say)|instead|wrong|perd[oó]n|en realidad|quise decir|me equivoqu[eé])(?!\p{L})|^(?:no|nope)\b[,.! ]|^\*/iu
const WRONG =
  /\b(?:wrong|incorrect|not (?:right|correct|mine|my)|isn['’]t (?:right|correct)|a typo|typo in|mistake in|mal|incorrect[oa]|equivocad[oa]|no es correct[oa]|no es mi)\b/iu
/** Matches other people's mistakes and numbers, which don't concern the visitor's own details. */
const NOT_MINE =
  /\b(?:wrong with|you['’]?re wrong|your (?:number|email|address|name)|wrong (?:business|company|place|person|chat|site|website)|sorry,? wrong number)\b/i
const FACTS: readonly (readonly [Correction['fact'], RegExp])[] = [
  ['email', /\be-?mail\b|\bcorreo\b/i],
  ['address', /\b(?:address|street|house number|zip|direcci[oó]n|calle)\b/i],
  ['name', /\b(?:name|nombre|apellido)\b/i],
  ['phone', /\b(?:phone|number|cell|digits?|n[uú]mero|tel[eé]fono|celular)\b/i],
]
const AREA_CODE = /\b(?:area code|c[oó]digo de [aá]rea)\b\D{0,20}(\d{3})\b/i
const LAST_FOUR =
  /\b(?:ends? (?:in|with)|last (?:four|4)(?: digits)?(?: are| is| should be)?|termina en)\D{0,12}(\d{4})\b|\b(\d{4}) (?:at the end|al final)\b|\b(?:last (?:two|three|2|3)(?: digits)?(?: of (?:my|the) \p{L}+)?(?: are| is| should be)?|(?:n[uú]mero|number|phone|cell|tel[eé]fono|celular|it)(?: should)? (?:ends? (?:in|with)|termina en)) (\d{2,3})(?=\W*$|,? (?:not|instead|y no|no)\b)|\blast digit(?: is|['’]s| should be)? (\d)\b/iu
const ONLY_FOUR =
  /^(?:(?:sorry|oops|whoops|wait|actually|no|i mean(?:t)?|correction|perd[oó]n|digo)[\s,:.]+)+(?:(?:it['’]?s|that['’]?s|es|should be) )?(\d{4})[.!]?$/i
const ZIP = /\b(?:zip|postal|c[oó]digo postal)\b\D{0,24}(\d{5})\b/i
const HOUSE = /\b(?:house|street) number\b\D{0,20}(\d{1,6})\b/i
const UNIT =
  /^(?:(?:it['’]?s|that['’]?s|and|oh|also|in|sorry)[\s,]+)*((?:unit|apt\.?|apartment|suite|ste\.?|apto\.?) ?#? ?[a-z]?\d{0,4}[a-z]?)[.!]?$/i
const HAS_UNIT = /\b(?:unit|apt|apartment|suite|ste|apto)\b|#/i
/** Matches mentions of the visitor's own details while times are on offer. */
const OF_FACT =
  /\b(?:my|the|mi) (?:phone|cell|number|e-?mail|address|zip|house number|area code|last digit|(?:last )?name|correo|tel[eé]fono|n[uú]mero|direcci[oó]n|nombre|c[oó]digo postal)\b|^(?:it['’]?s |that['’]?s )?(?:unit|apt|suite)\b/i
/** Matches a number that can be an hour. */
const HOUR = /(?<!\d)\d{1,2}(?!\d)/
const STARRED = new RegExp(`^\\*\\s?(${SOME})$`, 'u')
const RENAMED = new RegExp(
  `^(?:(?:no|sorry|actually|oops|wait|perd[oó]n)[,.!]? )*(?:(?:it|that)['’]?s|it is|es)? ?(${PART})(?: (${PART}))?(?:,? with an? \\p{L}|,? con \\p{L})?[.!]?$`,
  'iu',
)
const SPELLING = / with an? | con \p{L}\b/u
const REMARK =
  /\b(?:name|nombre|apellido)(?!\p{L})[^,.;:–-]{0,40}(?:[,.;:]| [–-]) ?(?:(?:it )?should be )?(.+)$/iu
const INTRODUCED = new RegExp(`${SORRY.source}|\\b(?:my name|me llamo)\\b`, 'iu')
const NOT_NAME = /,? (?:not|y no|no) \S+[.!]?$/i
const MOST_NAME_EDITS = 2

/** Matches a return to the value before the last correction: `no wait, the first one was right`. */
const RESTORES =
  /\b(?:first|original|old|previous|other) (?:one|number|e-?mail|address|name|spelling) (?:is|was) (?:actually )?(?:right|correct|fine|good|better)\b|\b(?:right|correct) the first time\b|\bno\b.{0,12}\bthe (?:first|original|old|previous) one\W*$|\b(?:primer[oa]?|anterior)(?: n[uú]mero| correo)? (?:es|era|estaba) (?:bien|l?[ea]? ?correct[oa]|bueno)/iu

const digitsOf = (text: string) => text.replace(/\D/g, '')
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Replaces whole words that occur exactly once in a text; null otherwise. */
function replaced(text: string, old: string, by: string): string | null {
  const found = [...text.matchAll(new RegExp(`(?<![\\p{L}\\d])${escaped(old)}(?![\\p{L}\\d])`, 'giu'))]
  const [only] = found
  return only && found.length === 1
    ? text.slice(0, only.index) + by + text.slice(only.index + old.length)
    : null
}

/** Replaces digits in a phone number: a whole group, or their only occurrence; null if ambiguous. */
function redialed(phone: string, old: string, by: string): string | null {
  const all = digitsOf(phone).slice(-10)
  const starts = [...Array(11 - old.length).keys()].filter((at) => all.startsWith(old, at))
  const groups = starts.filter((at) => [0, 3, 6].includes(at) && [3, 6, 10].includes(at + old.length))
  const [start] = groups.length === 1 ? groups : starts
  if (start === undefined || (groups.length !== 1 && starts.length !== 1)) return null
  return dialed(all.slice(0, start) + by + all.slice(start + old.length))
}

function dialed(digits: string): string | null {
  const number = parsePhoneNumberFromString(digits, 'US')
  return number?.isPossible() ? number.formatNational() : null
}

/** Returns the number of letters to insert, delete, or change to turn one word into the other. */
function edits(a: string, b: string): number {
  let row = [...Array(b.length + 1).keys()]
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      )
    }
    row = next
  }
  return row.at(-1) ?? 0
}

const isSimilar = (a: string, b: string) =>
  edits(a.toLowerCase(), b.toLowerCase()) <= MOST_NAME_EDITS && a[0] !== undefined && b.length > 2

/** Returns the last words of a match, because the first ones may belong to the start of the sentence. */
function newValue(old: string, by: string): string {
  const digits = /^[\d-]+$/.test(old) ? by.match(/\d[\d-]*/g)?.at(-1) : undefined
  const words = by.replace(/[.,]$/, '').split(' ')
  // `Jane Doyle, not Jane`
  const isLonger = words.at(-2)?.toLowerCase() === old.toLowerCase()
  return digits ?? words.slice(isLonger ? -2 : -old.split(' ').length).join(' ')
}

/** Reads a correction that replaces one value with another. */
function exchanged(said: string, known: Known): Correction | null {
  const text = said.replace(/[\s,.!]+(?:sorry|oops|my bad|lol|perd[oó]n)[.!]*$/i, '')
  const { old = '', new: by = '' } =
    (NOT_AFTER.exec(text) ?? NOT_BEFORE.exec(text) ?? SHOULD_BE.exec(text))?.groups ?? {}
  const value = newValue(old, by.replace(/ with an? \p{L}$/iu, ''))
  if (!old || !value) return null
  if (/^[\d-]{2,8}$/.test(old) && /^[\d-]{2,8}$/.test(value))
    return exchangedDigits(digitsOf(old), digitsOf(value), known)
  const { name, email, address } = known
  const inName = name && replaced(name, old, capitalized(value))
  if (inName) return { fact: 'name', value: inName }
  const inAddress = address && replaced(address, old, value)
  if (inAddress) return { fact: 'address', value: inAddress }
  const whole = value.includes('.') ? email?.split('@').find((part) => part.startsWith(`${old}.`)) : undefined
  const inEmail = email && replaced(email, whole ?? old, value.toLowerCase())
  return inEmail ? { fact: 'email', value: inEmail } : null
}

function exchangedDigits(old: string, by: string, { phone, address }: Known): Correction | null {
  const isInPhone = phone !== null && old.length > 2 && digitsOf(phone).includes(old)
  const moved = address && replaced(address, old, by)
  if (isInPhone && moved) return { fact: 'phone', value: null }
  if (moved) return { fact: 'address', value: moved }
  if (!isInPhone) return null
  return { fact: 'phone', value: old.length === by.length ? redialed(phone, old, by) : null }
}

/** Matches a remark about the phone number or its digits. */
const OF_PHONE = /\b(?:digits?|phone|number|cell|n[uú]mero|tel[eé]fono|celular|d[ií]gitos?)(?!\p{L})/iu

/** Returns the only four or seven digits in a text, which are the end of a phone number; null otherwise. */
function lastDigits(text: string): string | null {
  const groups = (text.match(/\d[\d-]*/g) ?? []).map(digitsOf)
  const [only] = groups
  return only && groups.length === 1 && (only.length === 4 || only.length === 7) ? only : null
}

/**
 * Reads a correction of part of a phone number, address, or name: `the area code is 614`, `it ends in 0189`, `the zip is
 * 43215`.
 */
const partial = (text: string, known: Known): Correction | null =>
  partOfPhone(text, known) ?? partOfAddress(text, known) ?? partOfName(text, known)

function partOfPhone(text: string, { phone, address }: Known): Correction | null {
  if (!phone) return null
  const digits = digitsOf(phone).slice(-10)
  const area = AREA_CODE.exec(text)?.[1]
  if (area) return { fact: 'phone', value: dialed(area + digits.slice(3)) }
  const ending = LAST_FOUR.exec(text)
  const last = ending?.slice(1).find(Boolean)
  if (last) return { fact: 'phone', value: dialed(digits.slice(0, -last.length) + last) }
  const retold = OF_PHONE.test(text) && WRONG.test(text) ? lastDigits(text) : null
  if (retold) return { fact: 'phone', value: dialed(digits.slice(0, -retold.length) + retold) }
  const sorry = ONLY_FOUR.exec(text)?.[1]
  const isOfPhone = sorry && !/\b\d{4}\b/.test(address ?? '')
  return isOfPhone ? { fact: 'phone', value: dialed(digits.slice(0, 6) + sorry) } : null
}

function partOfAddress(text: string, { address }: Known): Correction | null {
  if (!address) return null
  const [house, zip] = [HOUSE.exec(text)?.[1], ZIP.exec(text)?.[1]]
  const isPart = (house || zip) && findAddresses(text).length === 0
  if (isPart && house) return { fact: 'address', value: address.replace(/^\d+/, house) }
  if (isPart && zip) {
    const old = /\d{5}(?:-\d{4})?$/.exec(address)?.[0]
    return { fact: 'address', value: old ? address.slice(0, -old.length) + zip : `${address}, ${zip}` }
  }
  const unit = UNIT.exec(text)?.[1]?.trim()
  if (!unit || !/\s\S/.test(unit) || HAS_UNIT.test(address)) return null
  const [street = '', ...rest] = address.split(/(?=,)/)
  return { fact: 'address', value: `${street} ${unit}${rest.join('')}` }
}

function partOfName(text: string, { name }: Known): Correction | null {
  const surname = SURNAME.exec(text)?.[1]
  const full = name && surname ? findName(`my name is ${name.split(' ')[0]} ${surname}`, true, false) : null
  return full?.includes(' ') ? { fact: 'name', value: full } : null
}

/** Returns the only value of a kind that is neither known nor negated; null if there isn't exactly one. */
function only(text: string, found: readonly Found[], isKnown: (value: string) => boolean): string | null {
  const fresh = found.filter(({ value, start }) => {
    return (
      !isKnown(value) &&
      !/\b(?:not|no|isn['’]t|instead of|rather than|en vez de|was|era)[ :]{1,3}$/i.test(text.slice(0, start))
    )
  })
  return fresh.length > 0 && fresh.length < found.length ? (fresh.at(-1)?.value ?? null) : null
}

/** Reads a new address that replaces the known one. Keeps the known city if the visitor repeats only the street. */
function readdressed(text: string, { address }: Known): Correction | null {
  const value = findAddresses(text)[0]?.value
  if (!address || !value || !SORRY.test(text)) return null
  const street = value.replace(/^\S+ /, '').toLowerCase()
  const at = address.toLowerCase().indexOf(street)
  const tail = at > 0 && !value.includes(',') ? address.slice(at + street.length) : ''
  return { fact: 'address', value: value + tail }
}

/** Matches part of an email address that is typed again. */
const RETYPED = new RegExp(
  `(?:${SORRY.source})[\\s,:]*(?:(?:it|that)['’]?s )?(?!e?-?mail)(${PART})[.!]?$|(${PART}) with an? \\p{L}[.!]?$`,
  'iu',
)

/** Reads part of the email address that is typed again: `*gmail`, `oops gmail`, `it's ann.brookes with an e`. */
export function retyped(text: string, { email }: Pick<Known, 'email'>): Correction | null {
  const word = STARRED.exec(text)?.[1] ?? RETYPED.exec(text)?.slice(1).findLast(Boolean) ?? ''
  const parts = (email ?? '').split(word.includes('.') ? '@' : /[@.]/).filter((part) => isSimilar(word, part))
  const value = parts[0] && email ? replaced(email, parts[0], word.toLowerCase()) : null
  return value && value !== email ? { fact: 'email', value } : null
}

/** Returns what follows the remark that the name is wrong: `I mistyped my name, it's Kathy with a K`. */
const afterRemark = (text: string) => REMARK.exec(text)?.[1] ?? text

/** Reads a name that resembles the known one: `*Jane Doe`, `it's Kathy with a K`. */
function renamed(said: string, { name }: Known): Correction | null {
  if (!name) return null
  const text = afterRemark(said)
  const starred = STARRED.exec(text)?.[1]
  const [, first, second] = starred ? [text, ...starred.split(' ')] : (RENAMED.exec(text) ?? [])
  if (
    !first ||
    !(/^\p{Lu}/u.test(first) || SPELLING.test(text)) ||
    (!starred && !SPELLING.test(text) && !SORRY.test(said) && !WRONG.test(said))
  )
    return null
  const [given = '', ...rest] = name.split(' ')
  if (first.toLowerCase() === given.toLowerCase() && !second) return null
  // `My name is misspelled, it's Avary`
  if (!second && !isSimilar(first, given) && isSimilar(first, rest.join(' ')))
    return { fact: 'name', value: `${given} ${capitalized(first)}` }
  if (!isSimilar(first, given) && second?.toLowerCase() !== rest.join(' ').toLowerCase()) return null
  return {
    fact: 'name',
    value: findName([first, ...(second ? [second] : rest)].join(' '), true, false) ?? name,
  }
}

/** Reads which fact is wrong, without a new value: `That's the wrong email`. */
function disowned(text: string, known: Known): Correction | null {
  if (!WRONG.test(text) || NOT_MINE.test(text) || text.length > 120) return null
  const fact = FACTS.find(([name, pattern]) => known[name] !== null && pattern.test(text))?.[0]
  return fact ? { fact, value: null } : null
}

/** Combines a corrected first or last name with the unchanged one: `my name is Janet, not Jane`. */
function withOtherName(said: string, known: string, text: string): string {
  const [given = '', ...rest] = known.split(' ')
  if (said.includes(' ') || rest.length === 0) return said
  if (/\b(?:last name|surname|apellido)\b/i.test(text)) return `${given} ${said}`
  return isSimilar(said, given) ? [said, ...rest].join(' ') : said
}

/**
 * Reads which known fact a message corrects. Returns null if it corrects none or only gives a new value, which the
 * fact's own reader finds. Replaces digits and words only where the known fact contains them. An unclear correction has
 * no value; the agent asks for it.
 */
export function readCorrection(
  text: string,
  known: Known,
  asked: AgentState['asked'],
  replaced: AgentState['replaced'] = null,
): Correction | null {
  const { phone, email } = known
  if (replaced && RESTORES.test(text)) return replaced
  // A number among offered times is an hour; another word that replaces part of a fact corrects it.
  if (asked?.topic === 'slot' && !SORRY.test(text) && !OF_FACT.test(text))
    return HOUR.test(text) ? null : exchanged(text, known)
  const phones = findPhones(text)
  const number = only(text, phones, (value) => phone !== null && samePhone(value, phone))
  if (number) return { fact: 'phone', value: number }
  const emails = findEmails(text)
  const mail = only(text, emails, (value) => value.toLowerCase() === email?.toLowerCase())
  if (mail) return { fact: 'email', value: mail }
  if (phones.length > 0 || emails.length > 0) return null
  const introduced =
    known.name && INTRODUCED.test(text) ? findName(text.replace(NOT_NAME, ''), false, false) : null
  if (introduced) return { fact: 'name', value: withOtherName(introduced, known.name ?? '', text) }
  return (
    readdressed(text, known) ??
    exchanged(text, known) ??
    partial(text, known) ??
    renamed(text, known) ??
    retyped(text, known) ??
    disowned(text, known)
  )
}
