import { isCorrection } from '../intents.ts'
import type { Found } from './spans.ts'

const OWN_CONTACT =
  /(?<!\p{L})(?:i['’]?m|i am|my (?:number|cell|phone|mobile|e-?mail)|(?:call|reach|text|contact|e-?mail) me|soy|me llamo|mi (?:n[uú]mero|celular|tel[eé]fono))(?!\p{L}|['’]s)[^.;!?\d]{0,40}$/iu

const OWN_ADDRESS =
  /\b(?:i['’]?m|i am|we['’]?re|i live|we live|mine is|(?:my|our) (?:house|place|address|property) is|vivo|vivimos)(?: (?:at|on|en))?\W*$/i

/** Matches what precedes the address of the work, as opposed to where the visitor lives. */
const OF_WORK = /\b(?:rental|job|work|project|mow(?:ing|ed)?)(?: (?:is|will be|done|it))* (?:at|on)\W*$/i

/** Matches what precedes the contact of a business that the visitor has tried, or a fax: `I called your 614-555-0100`. */
const TRIED =
  /\b(?:e-?mailed|wrote(?: to)?|contacted|texted|called|tried) $|\byour (?:(?:\p{L}+ )?(?:number|phone|line|cell|e-?mail)(?: (?:at|is|was))? )?$|(?<!\/ ?|\b(?:and|or) )\bfax(?: (?:number|no\.?|is|at))*[\s:#]*$/iu
/** Match what is beside a number that is no longer used, among several. */
const [OLD_BEFORE, OLD_AFTER] = [
  /\b(?:old|former|previous)(?: (?:phone|cell|number|one))*(?: is| was)?[\s:]*$/i,
  /^ (?:(?:is|was) (?:my |an? |the )?(?:old|former|previous|wrong|dead|disconnected)|(?:no longer|doesn['’]?t) work)/i,
]

/** Matches what comes between numbers to try in order: `house first, then mobile`. */
const IN_ORDER =
  /\b(?:then|otherwise|if (?:not|no(?:body| one| answer)|(?:i|we|you) (?:don|can)['’]?t)|si no)\b/i

/** Matches which of several numbers is best: `cell is best`, `work, 614-555-0111, is better`, `use the cell`. */
const BEST_NUMBER =
  /\b(cell|mobile|home|office|work|landline)(?: (?:phone|number|line))?[\s,:]*(?:\(?\d[\d\s().-]{6,16})?[\s,:]*(?:is|works|would be) (?:the )?(?:best|better|preferred|easiest)\b|\b(?:use|call|try|prefer) (?:the|my) (cell|mobile|home|office|work|landline)\b/i

/**
 * Returns the phone number or email address among several that the visitor calls the best one or their own: `My
 * landlord is Bob, 555-0199, I'm Jenny 555-0198`.
 */
export function ownContact(all: readonly Found[], text: string): string | undefined {
  if (all.length < 2 || isCorrection(text)) return undefined
  const [first, second] = all
  if (first && second && IN_ORDER.test(text.slice(first.end, second.start))) return first.value
  const best = BEST_NUMBER.exec(text)
  const kind = (best?.[1] ?? best?.[2])?.toLowerCase()
  const before = ({ start }: Found) => text.slice(Math.max(0, start - 60), start)
  const isBest = (found: Found) =>
    kind !== undefined && new RegExp(`\\b${kind}\\P{N}*$`, 'iu').test(before(found))
  return (all.find(isBest) ?? all.find((found) => OWN_CONTACT.test(before(found))))?.value
}

/**
 * Returns the address among several where the work is, or at which the visitor lives: `my mother is at 9 Oak St, I'm at
 * 11 Oak St`.
 */
export function ownAddress(addresses: readonly Found[], text: string): string | undefined {
  if (addresses.length < 2) return undefined
  const follows = (pattern: RegExp) =>
    addresses.find(({ start }) => pattern.test(text.slice(Math.max(0, start - 30), start)))
  return (follows(OF_WORK) ?? follows(OWN_ADDRESS))?.value
}

/** Returns whether a phone number or email address isn't that of a business that the visitor has tried. */
export const isNotTried = (text: string, { start }: Found) => !TRIED.test(text.slice(0, start))

/** Returns the phone numbers or email addresses that are still used: `614-555-0188 is old. New: 614-555-0199`. */
export function current(all: readonly Found[], text: string): readonly Found[] {
  const used = all.filter(
    ({ start, end }) => !OLD_BEFORE.test(text.slice(0, start)) && !OLD_AFTER.test(text.slice(end)),
  )
  return used.length > 0 ? used : all
}
