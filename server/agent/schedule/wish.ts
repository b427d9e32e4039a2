import { DAY_MINUTES } from '../../../src/domain/settings/business-hours.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { DAYS_AHEAD, type WallSlot, wallSlot } from '../../call-times/slots.ts'
import { run } from '../words/calendar.ts'
import { type Clock, readClock } from './clock.ts'
import type { Criteria } from './criteria.ts'
import { readDays } from './days.ts'
import { plainly } from './plain.ts'
import { minutesAhead, readZone } from './zone.ts'

/** The zone and time of a business, the visitor's zone if it is known, and the days that were named before. */
interface ZoneClock {
  timezone: string | null
  now: Date
  visitors: string | null
  days: readonly string[]
}

/** When a visitor wants the call. */
export interface Wish {
  /** A slot must match one of `any`, unless it is empty, and none of `not`. */
  any: readonly Criteria[]
  not: readonly Criteria[]
  /** Whether to take only the first or last matching slot. */
  edge: 'first' | 'last' | null
  /** The difference from the call in question: `30 minutes later`, `Thursday same time`, `earlier`. */
  relative: Relative | null
  /** Whether the message contains nothing else. */
  isAll: boolean
  /** Whether a number, a word of time, or a negation was not understood, so that the rest may mean another time. */
  isUnclear: boolean
}

export interface Relative {
  minutes: number
  days: number
  sameTime: boolean
  sameDay: boolean
  direction: 'later' | 'earlier' | null
}

const NOT_DENIED =
  /\bno (?=(?:mejor|better|actually|rather|make|let's|how about|what about|maybe|wait|sorry|try|(?:i|it|we|you|that|he|she|they)\b|the \d{1,2}(?:st|nd|rd|th))\b)|\bwhy (?:not|don't (?:we|you|i))\b|\bcan't (?:we|you)\b|\bcan't wait\b|\bnot (?:too )?sure\b|\bnot (?:a (?:problem|call)|only)\b|\bno (?:problem|worries|thanks?|thank you|rush|preference)\b|\bif not\b|\bnever ?mind\b|\b(?:don't|not|never) forget\b|\b(?:isn't|(?:is|would|wouldn't|won't)(?: not)? be|not) (?:too |so |that |a |all that )*bad\b|(?<!day )\b(?:isn't|aren't|not|stopped|quit) working\b(?! for (?:me|us)| out)|\b(?:are|is) (?:you|y'all|they|the (?:crew|team|office)|your (?:crew|team|guys))(?: guys| all)? (?:too |really |fully |already |also )?(?:busy|booked(?: up)?|working|tied up|away|out)\b|(?<=\bis (?:\w+day|tomorrow|the \w+) (?:already |fully |all )?)(?:busy|booked(?: up)?|unavailable)\b|\b(?:i|we) don't (?:mind|care)\b|\b(?:doesn't|does not) matter\b|\bif (?:that|it) (?:doesn't|does not|won't) work\b/g
/** Matches a day that the same sentence rules out: `I have church Wednesday, so not then`. */
const NOT_THEN = /\b(\w+day)\b[^.;!?\d]{0,25}\bnot then\b/g
const ALL_BUT =
  /\b((?:any|every|all|each)(?: other)? ?(?:days?|times?|thing|mornings?|afternoons?|evenings?)|whenever|anything)((?: (?:of )?(?:the|this|next|following|in|during) ?)?(?: ?week(?: ?days?)?)?) but\b/g
const DENIED =
  /\b(?:can't|cannot|can not|couldn't|won't|will not|not|never|no|nor|(?:don't|do not) (?:call|come|do|have|want|like|work|start|show up|book|schedule|send)|doesn't|does not|isn't|aren't|except(?: for)?|excluding|other than|besides|apart from|instead of|rather than|avoid|busy|(?:is|are|would be|'s) (?:really |kind of |a bit )?(?:bad|out|impossible|tough|rough|hard|difficult|too (?:early|late|soon))|forget(?: about)?|(?:i|we) work|nothing (?=before|after|earlier|later|on|until|till?|between)|unavailable|(?<=(?:^|,|\b(?:i'm|we're|i am|we are|he's|she's|they're|be|going|go|get|getting|also|both)) *)(?:away|gone)|traveling|travelling|on (?:vacation|holiday)|out of (?:town|state|the country)|at work|(?<=\b(?:i'm|we're|i am|we are|he's|she's|i'll be|we'll be|i have been)(?: \w+)? )working|booked up|tied up)\b/
const MARKED =
  /\b(?:works|good|fine|ok|okay|great|better|best|possible|free|available|can|could|how about|what about|let's|maybe|perhaps|would|i'd|prefer|try|make it|please|instead)\b/
const CLAUSES =
  /([?,])|\band (?=(?:never|not|no|don't|can't|won't)\b)|[;!\n]|\.(?=\s|$)|\b(?:but|however|although|though|only)\b|(?<!\bnot )\bso\b(?! (?:much|many|far|early|late|soon|busy)\b)/
const CONTINUED = /^\s*(?:(?:or|nor|and)\b|(?:(?:or|nor|and|sun|mon|tue|wed|thu|fri|sat)\w*\s*)+$)/
const JOINED = /\b(?:or|nor|and)\b/
const MOVED = /\b(?:move|change|switch|push|reschedule)\b(.*?)\bfrom\b.*?\bto\b/
const AMOUNT =
  /\b(?:by )?(\d{1,3}) (minutes?|mins?|hours?|hrs?|days?|weeks?) (later|earlier|sooner|after (?:that|this)|before (?:that|this)|back|forward)\b|\b(?:push|delay|postpone|move|bump|bring|shift)\b(?: (?:it|that|this|(?:the|my|our) \w+))?(?: (back|up|out|forward|ahead|later|earlier))?(?: by)? (\d{1,3}) (minutes?|mins?|hours?|hrs?|days?|weeks?)\b/
const IN_HOURS = /\bin (\d{1,3}) (hours?|hrs?|minutes?|mins?)\b(?! (?:later|earlier))/
const EDGES: readonly (readonly [RegExp, Wish['edge']])[] = [
  [/\bfirst thing\b|\b(?:as )?early as (?:possible|you can)\b|\b(?:the )?(?:earliest|soonest|first available|first (?:time|slot|appointment|appt|opening))\b|\basap\b|\bas soon as (?:possible|you can)\b/g, 'first'],
  [/\b(?:at )?(?:the )?end of (?:the |your |my )?(?:business |work ?)?day\b|\b(?:close of business|eod|cob)\b|\blast thing\b|\b(?:as )?late as possible\b|(?<!\b(?:like|than|since) )\b(?:the )?(?:latest|last) (?:time|slot|call|one|appointment|appt|opening)(?: of the day)?\b|^(?:ok(?:ay)?,? )?the latest(?: please)?$|\byour latest\b|\b(?:the )?latest(?= (?:you|u|y'all|they) (?:have|got|can|do)\b)/g, 'last'],
] // biome-ignore format: a table
/** Words that add nothing to a time. */
const FILLER =
  /\b(?:a|about|actually|afterwards?|all|also|am|an|and|any|anything|anytime|appointment|are|around|at|available|be|best|better|book|but|by|call|can|change|come|could|day|did|do|does|else|estimate|ever|either|every|fine|for|free|from|good|great|guys|have|he|hello|her|hey|hi|him|how|i|i'd|i'm|if|in|instead|is|it|just|let|like|make|maybe|me|mean|meant|meet|my|of|ok|okay|on|one|or|out|over|perfect|perhaps|please|possible|prefer|rather|really|schedule|she|so|some|somebody|someone|sometime|sorry|speak|sure|talk|thanks?|thank|that|that's|the|them|then|there|they|time|times|to|too|try|us|visit|want|we|well|what|what's|whatever|when|whenever|will|with|work|works|would|yeah|yes|you|your|no|not|me|el|la|los|las|por|favor|para|si|gracias|una?|cita|llamada|que|en|de|hola|estaria|bien|ser|seria|posible|puede|podria|podemos|a|se|un|poco|poquito)\b/g

/** Matches numbers and words of time that the readers leave over only if they didn't understand them. */
const UNREAD_TIME =
  /(?<![#\d.])\b\d{1,4}\b(?!\.\d)(?! ?(?:st|nd|rd|th)? (?!is\b|was\b|works\b)[a-z]+(?:s|ft|acre|foot|inch|zone|story|day|people|men|thirds?)\b)|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|thirty|forty-five|half|quarter|noon|midnight|o'?clock|hrs?|before|after|past|until|till|between|early|earlier|late|later|mornings?|afternoons?|evenings?|nights?|weeks? from|the (?:next|other|following) one|one after)\b/
const UNREAD_NEGATION = /\b(?:unless|except|nor|never|not|cannot|[a-z]+n't|cant|wont|dont)\b/
/** Matches such words where they say nothing about the time. */
const IDLE =
  /\bafter (?:all|that|this|then)\b|\b(?:the |that )?(?:day |week )?after\W*$|\brunning (?:a (?:bit|little) )?late\b|\b(?:that|it|this|these|those|they)(?:'?s|'re| is| are)? (?:[a-z]+ ){0,2}(?:early|late)\b|\b(?:after|before) (?:my|the|our|his|her) [a-z ]{2,30}(?=,|$)|\bunless (?:you|there) (?:have|had|got|is|are)\b|\b(?:text|call|e-?mail|message|remind)(?: me| us)? (?:\w+ )?before(?:hand)?\W*$|\b(?:don't|do not) (?:be late|forget)\b|\b(?:code|unit|apt|apartment|suite|lot|zip|pin|zones?|phase|building|bldg|exit|route|highway|hwy)\b[^,.;!?\d]{0,12}\d+/g

const MOST_READ = 1_000
/** A wish that every slot matches. */
export const NO_WISH: Wish = { any: [], not: [], edge: null, relative: null, isAll: false, isUnclear: false }
/** Criteria that match every slot. */
export const NO_CRITERIA: Criteria = { days: null, weekdays: null, at: null, from: null, to: null }
const isSaid = ({ days, weekdays, at, from, to }: Criteria) =>
  days !== null || weekdays !== null || at !== null || from !== null || to !== null

interface Read extends Criteria {
  rest: string
}

function readCriteria(clause: string, today: string, isDenied = false): Read {
  const { rest: untimed, ...clock }: Clock = readClock(clause)
  const { rest, days, weekdays } = readDays(untimed, today, isDenied)
  return { days, weekdays, ...clock, rest }
}

/**
 * Returns the alternatives in a text: `Tuesday at 3 or Wednesday at 10` and `Tuesday before 9 or after 5` contain two,
 * `Tuesday or Wednesday at 3` one.
 */
function alternatives(text: string, today: string, isDenied = false): { any: Criteria[]; rest: string } {
  const parts = text.split(/\bor\b/).map((part) => readCriteria(part, today, isDenied))
  const isTimed = ({ at, from, to }: Criteria) => at !== null || from !== null || to !== null
  const isRange = ({ from, to }: Criteria) => from !== null || to !== null
  const dated = parts.filter(({ days, weekdays }) => (days ?? weekdays) !== null)
  const areApart =
    parts.length > 1 &&
    parts.every(isTimed) &&
    (dated.length === parts.length || (dated.length <= 1 && parts.some(isRange)))
  const { days = null, weekdays = null } = dated.length === 1 ? { ...dated[0] } : {}
  const apart = parts.map((each) => (dated.includes(each) ? each : { ...each, days, weekdays }))
  const whole = [readCriteria(text, today, isDenied)]
  const unread = (all: readonly Read[]) => all.some(({ rest }) => /\d/.test(rest))
  // `Tuesday at lunch, 12 or 12:30`
  const isWhole = !areApart || (unread(apart) && !unread(whole))
  const found = isWhole ? whole : apart
  return {
    any: found.filter(isSaid).map(({ rest: _, ...criteria }) => criteria),
    rest: found.map(({ rest }) => rest).join(' '),
  }
}

/** Reads a number that stands alone as an hour: `between 3 and 5 but not 4`, `11, no wait, 12`. */
export const withHour = (part: string) => part.replace(/^[\s,]*(?=(?:1[0-2]|[1-9])[\s.!?]*$)/, ' at ')

/** Returns whether the part at `at` continues a list of what is ruled out: `not Tuesday, Wednesday or Friday`. */
function continuesDenial(parts: readonly (string | undefined)[], at: number, isExchange: boolean): boolean {
  const part = parts[at] ?? ''
  if (MARKED.test(part) || !CONTINUED.test(part)) return false
  if (/^\s*(?:or|nor|and)\b/.test(part)) return true
  const isListed = parts[at - 1] === ',' && parts[at + 1] !== '?'
  return isListed && !(isExchange && !JOINED.test(parts.slice(at).join(' ')))
}

/**
 * Returns what a part of a message rules out: what follows the denial, or else what precedes it. `isExchange` tells that
 * the next part is wanted again: `not Tuesday, Wednesday`, unlike `no Tuesdays, Wednesdays`.
 */
function ruledOutIn(
  part: string,
  denial: RegExpExecArray | null,
  today: string,
): { wanted: string | null; ruledOut: string; isExchange: boolean } {
  const before = denial ? part.slice(0, denial.index) : ''
  const after = denial ? part.slice(denial.index + denial[0].length) : part
  if (!isSaid(readCriteria(withHour(after), today)))
    return { wanted: null, ruledOut: withHour(before), isExchange: false }
  const isExchange = /^no?t?$/.test(denial?.[0] ?? '') && !/days\b/.test(after)
  return { wanted: before, ruledOut: withHour(after), isExchange }
}

/**
 * Splits a message into what the visitor wants and what they rule out; `lost` is what rules out no time. `isOfCall`
 * marks a message that refers to the call, so that a number that stands alone is an hour: `same day but 1`.
 */
function polarity(
  text: string,
  today: string,
  isOfCall: boolean,
): { wanted: string; denied: string[]; lost: string } {
  const wanted: string[] = []
  const denied: string[] = []
  const lost: string[] = []
  let isDenying = false
  let isExchange = false
  const parts: (string | undefined)[] = text.split(CLAUSES)
  // Separators alternate with the parts.
  for (let at = 0; at < parts.length; at += 2) {
    const part = parts[at] ?? ''
    const found = DENIED.exec(part)
    if (!found && !(isDenying && continuesDenial(parts, at, isExchange))) {
      wanted.push(isOfCall || denied.length > 0 ? withHour(part) : part)
      isDenying = false
      continue
    }
    const read = ruledOutIn(part, found, today)
    const { ruledOut } = read
    if (read.wanted !== null) wanted.push(read.wanted)
    isDenying = isSaid(readCriteria(ruledOut, today))
    if (found) isExchange = read.isExchange
    if (isDenying) denied.push(ruledOut)
    else lost.push(part)
  }
  return { wanted: wanted.join(', '), denied, lost: lost.join(', ') }
}

/** Returns what follows a retracted time, with the day if it names none: `Monday at 3, no wait, 4`. */
function lastSaid(text: string, today: string): string {
  const [before = '', ...others] = text.split(
    /\b(?:no,? wait|wait,? no|scratch that|i meant?|my bad|digo|mejor dicho)\b(?:,? ?that'?s [^.,;]*[.,;])?|(?<=\d(?: ?[ap]m)?|\bnoon),? no,? (?=\d)/,
  )
  const hour = withHour(others.at(-1) ?? '')
  const last = readCriteria(hour, today)
  if (!isSaid(last)) return text
  return last.days || last.weekdays ? hour : `${readClock(before).rest} ${hour}`
}

/** Returns how far a text moves the call: `2 hours later`, `push it back a week`. */
function readAmount(text: string): { whole: string; minutes: number; days: number } | null {
  const [whole, a, unitA, wayA, wayB, b, unitB] = AMOUNT.exec(text) ?? []
  if (!whole) return null
  const unit = unitA ?? unitB ?? ''
  const sign = /earlier|sooner|before|forward|up|ahead/.test(wayA ?? wayB ?? '') ? -1 : 1
  const amount = sign * Number(a ?? b ?? 0)
  if (/^[dw]/.test(unit)) return { whole, minutes: 0, days: amount * (unit.startsWith('w') ? 7 : 1) }
  return { whole, minutes: amount * (/^h/.test(unit) ? 60 : 1), days: 0 }
}

const NEXT_DAY =
  /\b(?:the )?(?:next|following) day\b|\bthe day after\b(?! tomorrow| (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/
/** Matches what is relative to the call without an amount. */
const RELATIVE = new RegExp(
  `\\b(?:at )?(?:the )?same (?:time|hour|day)\\b|\\bthat (?:same )?day\\b|${NEXT_DAY.source}|\\b(?:a bit |a little )?(?:later|earlier|sooner)\\b(?! than)`,
  'g',
)

/** Returns whether a text without an amount asks for a later or an earlier time. */
function readDirection(text: string): Relative['direction'] {
  const [word] = /\b(?:later|earlier|sooner(?= same day))\b(?! than)/.exec(text) ?? []
  if (!word) return null
  return word === 'later' ? 'later' : 'earlier'
}

function readRelative(text: string): { relative: Relative | null; rest: string } {
  const amount = readAmount(text)
  const sameTime = /\bsame (?:time|hour)\b/.test(text)
  const sameDay = /\bsame day\b|\bthat (?:same )?day\b/.test(text)
  const isNextDay = NEXT_DAY.test(text)
  const direction = amount ? null : readDirection(text)
  if (!amount && !sameTime && !sameDay && !isNextDay && !direction) return { relative: null, rest: text }
  const { whole, minutes, days } = amount ?? { whole: '', minutes: 0, days: 0 }
  return {
    relative: { minutes, days: days || (isNextDay ? 1 : 0), sameTime, sameDay, direction },
    rest: text.replace(whole, ' ').replace(RELATIVE, ' '),
  }
}

/**
 * Extracts when a visitor wants the call, from English or Spanish. `today` is the business's calendar day. With
 * `clock`, also reads `in 3 hours` and times in another zone. Reads only the beginning of a long text.
 */
export function readWish(text: string, today: string, clock?: ZoneClock): Wish {
  const said = plainly(text.slice(0, MOST_READ))
  const { zone, rest: zoneless } = clock ? readZone(said, clock.visitors) : { zone: null, rest: said }
  const plain = lastSaid(zoneless, today)
    .replace(NOT_THEN, ' not $1 ')
    .replace(NOT_DENIED, ' ')
    .replace(ALL_BUT, '$1$2 except')
    .replace(MOVED, '$1 to')
  const { relative, rest: absolute } = readRelative(plain)
  let edge: Wish['edge'] = null
  let edgeless = absolute
  for (const [pattern, which] of EDGES) {
    const without = edgeless.replace(pattern, ' ')
    if (without !== edgeless) edge = which
    edgeless = without
  }
  const [inHours, amount, unit = ''] = (clock && IN_HOURS.exec(edgeless)) ?? []
  const { wanted, denied, lost } = polarity(
    inHours ? edgeless.replace(inHours, ' ') : edgeless,
    today,
    relative !== null,
  )
  const { any, rest } = alternatives(wanted, today)
  if (clock && inHours) {
    const minutes = Number(amount) * (unit.startsWith('h') ? 60 : 1)
    const { day, minutes: from } = wallSlot(
      new Date(clock.now.getTime() + minutes * MINUTE_MS),
      clock.timezone,
    )
    any.push({ ...NO_CRITERIA, days: [day], from, to: from + 60 })
    edge ??= 'first'
  }
  const ours = (each: Criteria) => (clock && zone ? converted(each, zone, clock, today) : [each])
  const ruledOut = denied.map((each) => alternatives(each, today, true))
  const not = ruledOut.flatMap((each) => each.any)
  const left = [rest, ...ruledOut.map((each) => each.rest)].join(' ').replace(IDLE, ' ')
  return {
    any: any.flatMap(ours),
    not: not.flatMap(ours),
    edge,
    relative,
    isUnclear:
      UNREAD_TIME.test(`${left} ${lost.replace(IDLE, ' ')}`) ||
      UNREAD_NEGATION.test(left) ||
      mayShareDay(any, not),
    isAll: !/[\p{L}\d]/u.test(rest.replace(/'(?:s|d|m|ll|re)\b/g, '').replace(FILLER, '')),
  }
}

const hasDay = ({ days, weekdays }: Criteria) => days !== null || weekdays !== null

/** Returns whether the day of an excluded time may be that of the wanted one: `1:30, not 2:30 on Monday`. */
const mayShareDay = (any: readonly Criteria[], not: readonly Criteria[]) =>
  any.some((each) => each.at !== null) &&
  !any.some(hasDay) &&
  not.some((each) => hasDay(each) && (each.at !== null || each.from !== null || each.to !== null))

/**
 * Converts criteria with times in another zone to the business's zone. The difference between the zones can change from
 * one day to another, so the result can have several alternatives.
 */
function converted(
  criteria: Criteria,
  zone: string,
  { timezone, days }: ZoneClock,
  today: string,
): Criteria[] {
  if (criteria.at === null && criteria.from === null && criteria.to === null) return [criteria]
  const inQuestion = criteria.days ?? (days.length > 0 ? days : run(today, DAYS_AHEAD))
  const byAhead = Map.groupBy(inQuestion, (day) => minutesAhead(day, timezone, zone))
  return [...byAhead].map(([ahead, on]) =>
    shifted(byAhead.size > 1 ? { ...criteria, days: on } : criteria, ahead),
  )
}

function shifted(criteria: Criteria, ahead: number): Criteria {
  const { at, from, to } = criteria
  const move = (minutes: number) => (minutes + ahead + 2 * DAY_MINUTES) % DAY_MINUTES
  const moved = (minutes: number | null) => (minutes === null ? null : move(minutes))
  return { ...criteria, at: at ? at.map(move) : null, from: moved(from), to: moved(to) }
}

/** Returns whether the visitor mentioned a time. */
export const isWish = ({ any, not, edge, relative }: Wish) =>
  any.length > 0 || not.length > 0 || edge !== null || relative !== null

/** Returns whether a wish gives its difference from the call in question: `30 minutes later`, `Thursday same time`. */
export const isMeasured = ({ relative }: Wish) =>
  relative !== null &&
  (relative.minutes !== 0 || relative.days !== 0 || relative.sameTime || relative.sameDay)

/** Returns whether criteria allow a time of day on at least one day. */
export const covers = ({ at, from, to }: Criteria, minutes: number) =>
  (at === null || at.includes(minutes)) && (from === null || minutes >= from) && (to === null || minutes < to)

function meets(slot: WallSlot, criteria: Criteria): boolean {
  const { days, weekdays } = criteria
  return (
    (days === null || days.includes(slot.day)) &&
    (weekdays === null || weekdays.includes(slot.weekday)) &&
    covers(criteria, slot.minutes)
  )
}

export const suits = (slot: WallSlot, { any, not }: Pick<Wish, 'any' | 'not'>) =>
  (any.length === 0 || any.some((each) => meets(slot, each))) && !not.some((each) => meets(slot, each))
