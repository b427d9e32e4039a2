import { type Found, tidy } from './spans.ts'

const MOST = 200
/** A house number and up to five words before a street type. */
const STREET =
  /(?<![\d$,.])\d{1,6}[a-z]?(?:-\d{1,4})?[ \t]{1,3}((?:[\p{L}\d][\p{L}\d.'’-]{0,29}[ \t]{1,3}){1,5})(street|str?|avenue|ave?|road|rd|drive|dr|lane|ln|court|ct|boulevard|blvd|way|circle|cir|terrace|ter|trail|trl|parkway|pkwy|highway|hwy|place|pl|loop|pike|alley|row|crossing|xing|cove|ridge|run|path|point|square|sq)\b(?!\s{0,2}(?:ft|feet|foot|meters?)\b)\.?/giu
/** Street types that are also common words: they need a capital letter. */
const EVERYDAY = /^(?:way|place|loop|row|run|path|point|court|drive|square|ridge|circle|cove|trail|crossing)$/
const EVERYDAY_WORDS =
  /\b(?:a|an|and|are|at|by|can|could|for|from|get|had|have|in|is|it|its|my|near|of|off|on|our|that|the|to|was|with|your|hours?|minutes?|days?|weeks?|acres?|trees?|dollars?)\b/i

const UNIT = /[ \t,]{1,4}(?:(?:apartment|apt|unit|suite|ste)\.?[ \t]{0,2}#?|#)[ \t]{0,2}[\w-]{1,8}/iy
const CITY = /,[ \t]{0,3}\p{Lu}[\p{L}'’.-]{1,29}(?:[ \t]\p{Lu}[\p{L}'’.-]{1,29}){0,2}/uy
const STATE =
  /[ \t,]{1,4}(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])\b/y
const ZIP = /[ \t,]{1,4}\d{5}(?:-\d{4})?(?!\d)/y

const LEAD_IN =
  /\b(?:(?:my|the|our|property|service|street|home|house) address is|address:|i live (?:at|on|in)|we live (?:at|on|in)|(?:it|property|house|home)(?:['’]s| is)? (?:located )?at|located (?:at|in))\s{1,5}/i
const FILLER =
  /^(?:(?:sure|yes|yeah|ok|okay|it['’]?s|it is|that['’]?s|at|of course|no problem)\b[\s,.:!-]*){1,4}/i

function tailOf(text: string, start: number): number {
  let end = start
  for (const pattern of [UNIT, CITY, STATE, ZIP]) {
    pattern.lastIndex = end
    if (pattern.test(text)) end = pattern.lastIndex
  }
  return end
}

/**
 * Finds US street addresses in order: number, street, and, if present, unit, city, state, and ZIP code.
 */
export function findAddresses(text: string): Found[] {
  const found: Found[] = []
  for (const match of text.matchAll(STREET)) {
    const [whole, words = '', kind = ''] = match
    if (EVERYDAY.test(kind) || EVERYDAY_WORDS.test(words)) continue
    const end = tailOf(text, match.index + whole.length)
    found.push({ value: tidy(text.slice(match.index, end)), start: match.index, end })
  }
  return found
}

/**
 * Returns a visitor's answer to the address question in any notation, at most 200 characters, or null if it cannot be
 * a place. Pass the text with contact details masked.
 */
export function readAddress(text: string): string | null {
  const leadIn = LEAD_IN.exec(text)
  const rest = tidy((leadIn ? text.slice(leadIn.index + leadIn[0].length) : text).replace(FILLER, ''))
  const answer = tidy(rest.slice(0, MOST)).replace(/[.!]+$/, '')
  const words = answer.match(/[\p{L}\d]+/gu) ?? []
  return words.length > 0 && answer.length >= 3 && /\p{L}{2}|\d{5}/u.test(answer) ? answer : null
}

/** Returns the address after an introduction such as `I live at`, up to the end of the sentence. */
export function announcedAddress(text: string): string | null {
  const leadIn = LEAD_IN.exec(text)
  if (!leadIn) return null
  const sentence =
    text.slice(leadIn.index + leadIn[0].length).split(/[!?;\n]|\.\s|\s(?:and|but)\s/, 1)[0] ?? ''
  return readAddress(sentence)
}
