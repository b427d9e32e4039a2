import { type WallSlot, wallSlot, weekdayOf } from '../../call-times/slots.ts'
import type { AgentState } from '../state.ts'
import { HALF_DAY, NOON } from '../words/calendar.ts'
import type { Criteria } from './criteria.ts'
import { agrees } from './intents.ts'
import { isWish, NO_CRITERIA, NO_WISH, suits, type Wish, withHour } from './wish.ts'

const OFFERED = 4

/** Matches what can precede a number or an ordinal in an answer to offered times. */
const LEAD =
  "^\\W*(?:(?:yes|yeah|yea|yep|ok|okay|sure|no|nope|nah|actually|wait|sorry|maybe|fine|whatever|great|perfect|cool|well|i guess|or|say|make it|how about|what about|let['’]?s (?:do|say)|h+m+|u+m+|oh|then|s[ií]|mejor)[\\s,.!]+)*"
const CHOOSING = `${LEAD}(?:(?:i['’]?(?:d like|ll take)|let['’]?s do|the|el|la|lo) )*`
/** Matches what shows that an ordinal doesn't choose an offered time: `first I need …`, `first week of December`. */
const NO_CHOICE =
  '(?! (?:(?:or \\S+ )?of|thing|de|i|we|let|you|can|could|do|is|are|what|how|day|week|weekend|half|part|few|available)\\b)'
const ORDINALS = [
  'first|1st|earliest|soonest|earlier one|primer[oa]?',
  'second|2nd|segund[oa]',
  'third|3rd|tercer[oa]?',
  'fourth|4th|last|lat(?:er|est) one|cuart[oa]|[uú]ltim[oa]',
].map((words) => new RegExp(`${CHOOSING}(?:${words})(?![\\p{L}])${NO_CHOICE}`, 'iu'))
const LONE_DATE =
  /(?:^|\bthe )(?:1[3-9]|2\d|3[01])(?= at \d|\s*$)|\bthe (?:1[3-9]|2\d|3[01])(?=[,.!?]| (?:works|is|please|at|in|would)\b)/i
const AFTER =
  "(?!.*(?:\\b(?:too|not|bad|early|late|hard|tough|out|taken)\\b|n['’]t))(?: (?:works?|is|it is|ok(?:ay)?|fine|good|great|perfect|please|sounds|would|for me|then|instead|por favor)\\b.*)?[\\s.!?]*$"
const LONE_HOUR = new RegExp(`${LEAD}(\\d{1,2})(?: ?ish)?${AFTER}`, 'i')
const LONE_CLOCK = new RegExp(`(${LEAD})(1[0-2]|[1-9])([0-5]\\d)(?=${AFTER})`, 'i')
/** Matches what precedes an hour that ends a message: `that's early, 1?`. */
const LAST_HOUR = /(?<=[,.!?] )(?=(?:1[0-2]|[1-9])(?::[0-5]\d)?[\s?!.]*$)/
const ANY =
  /\b(?:any(?:time| time| of (?:them|those|these))?(?! (?:updates?|news|questions?|idea|chance|luck|word|reviews?|discounts?|deals?|specials?)\b)|either|both(?= (?:work|are|sound|of th)|\W*$)|whichever|whenever|whatever|you (?:choose|pick|decide)|cualquiera|cuando (?:puedan?|quieran?|gusten?|sea)|(?:l[ao]s dos|ambas) me)\b/i
const AGREED =
  /^(?:yes|yep|yeah|sure|ok|okay|sounds good|perfect|great|that works|works(?: for me)?|s[ií]|claro)\b/i
const OTHERS =
  /\b(?:(?:other|different|another)(?! (?:phone|number|cell|e-?mail|address|property|house|yard|name|question|thing|person|company)\b)|others|else|more (?:times|options|slots)|none of (?:them|these|those)|neither|doesn['’]?t work|don['’]?t work|otr[oa]s?|ningun[oa])\b|(?:n['’]t|\bnot) (?:\w+ ){1,2}(?:any|either) of (?:them|these|those)\b|\bthat(?:['’]?s| is) (?:right )?when (?:i|we|my|our)\b|\b(?:(?:busy|at work|working|away|unavailable|driving|in (?:a )?\w+)|(?:\w+n['’]t|cant|cannot|not)(?! (?:wait|we|you|i)\b)[^.,;!?]{0,25}|(?:have|got) (?!(?:\w+ )?(?:time|nothing|no)\b)[^.,;!?]{2,40}) (?:then|at that time|that time)\W*$|\bno puedo\b.{0,12}\b(?:esa hora|entonces)\b/i

/** What a typed message means for the offered slots. */
export type Choice =
  | { kind: 'chosen'; start: Date }
  /** The chosen slot is no longer available. */
  | { kind: 'gone' }
  | { kind: 'wish'; wish: Wish }
  | { kind: 'others' }
  | { kind: 'unclear' }

interface Offer {
  offered: readonly Date[]
  free: readonly WallSlot[]
  timezone: string | null
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\d:]+/gu, '')

/**
 * Expands the short forms in an answer to offered times: `330` becomes `3:30`; `25 at 3` and `the 25` become `the
 * 25th`.
 */
const withClock = (text: string) =>
  text
    .replace(LONE_CLOCK, '$1$2:$3')
    .replace(LONE_DATE, (date) => `the ${date.replace(/\D+/, '')}th`)
    .replace(LAST_HOUR, 'at ')

/** Matches the hour in `9 is better`. */
const SUITING_HOUR =
  /^(\W*(?:(?:no|oh|h+m+|ok(?:ay)?|wait|actually|sorry|(?:he|she|they) (?:says?|said))[\s,]+)*)(1[0-2]|[1-9])(?= (?:works\b|(?:is|was|would be|sounds) (?:good|better|fine|great|ok(?:ay)?|perfect|best)\b))/i

const HOURS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
/** Matches an hour in words that stands alone or is taken: `three`, `twelve is good`, `today at two, yes`. */
const HOUR_WORD = new RegExp(
  `(${LEAD}|\\b(?:at|say) )(${HOURS.join('|')})(?=${AFTER}|,? (?:yes|yeah|yep|please)\\b| (?:on )?(?:sun|mon|tues|wednes|thurs|fri|satur)day\\b)`,
  'i',
)
/** Writes such an hour in digits. */
export const withDigits = (text: string) =>
  text.replace(
    HOUR_WORD,
    (_, before: string, hour: string) => `${before}${HOURS.indexOf(hour.toLowerCase()) + 2}`,
  )

/** The topics for which a number that stands alone can be an hour, if the visitor has just named a day. */
const MAY_BE_HOUR: ReadonlySet<string | undefined> = new Set(['service', 'name', 'contact', 'address'])

/** Expands the short forms of times in a message, depending on what the agent has asked. */
export function withTimes(
  text: string,
  { asked, wish, proposed, booked }: Pick<AgentState, 'asked' | 'wish' | 'proposed' | 'booked'>,
): string {
  const suiting = () => text.replace(SUITING_HOUR, '$1at $2')
  if (asked?.topic === 'slot') return withClock(proposed ? suiting() : text)
  if (booked) return suiting()
  const isOnDay = wish?.every(({ at }) => at === null) ?? false
  return isOnDay && MAY_BE_HOUR.has(asked?.topic) ? withHour(text) : text
}

/** Returns the offered start whose label equals the message, which is what a tap sends. */
export function tapped(
  text: string,
  offered: readonly Date[],
  labelOf: (start: Date) => string,
): Date | null {
  return offered.find((start) => plain(labelOf(start)) === plain(text)) ?? null
}

/** Interprets a visitor's words about the offered slots. Chooses a slot only if they identify exactly one. */
export function readChoice(text: string, wish: Wish, offer: Offer): Choice {
  const { offered } = offer
  const [, digits] = isWish(wish) ? [] : (LONE_HOUR.exec(text) ?? [])
  const counted =
    (digits ? chosenByNumber(Number(digits), wish, offer) : null) ?? chosenInOrder(text, wish, offer)
  if (counted) return counted
  if (isWish(wish)) return chosenByTime(wish, offer)
  if (OTHERS.test(text)) return { kind: 'others' }
  const takesAny = !/\d/.test(text) && ANY.test(text)
  // A yes to several times names none of them.
  const takesOnly = offered.length === 1 && (AGREED.test(text) || (agrees(text) && !/[\d?]/.test(text)))
  if (offered.length > 0 && (takesAny || takesOnly)) return taken(offered[0], offer)
  return { kind: 'unclear' }
}

function taken(start: Date | undefined, { free }: Offer): Choice {
  const isFree = free.some((slot) => slot.start.getTime() === start?.getTime())
  return start && isFree ? { kind: 'chosen', start } : { kind: 'gone' }
}

/** Returns what a number that stands alone means: an hour, or the place of a time in the list; null if neither. */
function chosenByNumber(number: number, wish: Wish, offer: Offer): Choice | null {
  const { offered, free, timezone } = offer
  const atHour = offered.filter(
    (start) => wallSlot(start, timezone).minutes % HALF_DAY === (number % 12) * 60,
  )
  if (atHour.length === 1) return taken(atHour[0], offer)
  // Of times on one day, `2` is rather the hour.
  const [day, ...others] = new Set(offered.map((start) => wallSlot(start, timezone).day))
  const inAfternoon = free.find((slot) => slot.day === day && slot.minutes === number * 60 + HALF_DAY)
  if (inAfternoon && others.length === 0 && number <= OFFERED) return taken(inAfternoon.start, offer)
  if (number <= OFFERED && offered.length > 1)
    return offered[number - 1] ? taken(offered[number - 1], offer) : { kind: 'unclear' }
  if (number > 12) return null
  const early = (number % 12) * 60
  const at = number < 7 || number === 12 ? [early + HALF_DAY, early] : [early, early + HALF_DAY]
  return { kind: 'wish', wish: { ...wish, any: [{ ...NO_CRITERIA, at }], isUnclear: false } }
}

/** Returns what an ordinal chooses, or null without one. `The earlier one on Saturday` is the first one of that day. */
function chosenInOrder(text: string, wish: Wish, offer: Offer): Choice | null {
  const { offered, timezone } = offer
  const isTimed = wish.any.some(({ at, from, to }) => at !== null || from !== null || to !== null)
  const isOfDay = wish.edge !== null && /\bof the day\b/i.test(text)
  const isOrdered =
    offered.length > 1 && !isTimed && !isOfDay && (wish.any.length === 0 || wish.edge === null)
  const named = text.split(RETRACTED).at(-1) ?? text
  const ordinal = isOrdered ? ORDINALS.findIndex((pattern) => pattern.test(named)) : -1
  if (ordinal < 0) return null
  const onDay = offered.filter((start) => suits(wallSlot(start, timezone), wish))
  const those = wish.any.length > 0 && onDay.length > 0 ? onDay : offered
  const start = /last|lat(?:er|est) one|[uú]ltim/i.test(named) ? those.at(-1) : those[ordinal]
  return start ? taken(start, offer) : { kind: 'unclear' }
}

/** Returns the only offered time that a wish names, or else the wish. */
function chosenByTime(wish: Wish, offer: Offer): Choice {
  const { offered, timezone } = offer
  const fitting = offered.filter((start) => suits(wallSlot(start, timezone), wish))
  const hours = new Set(wish.any.flatMap(({ at }) => at?.map((minutes) => minutes % HALF_DAY) ?? []))
  const weekdays = new Set(wish.any.flatMap(({ days }) => days?.map(weekdayOf) ?? []))
  const isSingle = hours.size <= 1 && weekdays.size <= 1
  const isNamed =
    wish.any.some(isDated) && !wish.relative && wish.edge === null && isSingle && !wish.isUnclear
  return isNamed && fitting.length === 1 && offered.length > 1
    ? taken(fitting[0], offer)
    : { kind: 'wish', wish }
}

/** Returns whether criteria name a day or a time, rather than only a range of times. */
const isDated = ({ days, weekdays, at }: Criteria) => days !== null || weekdays !== null || at !== null

/** Matches what takes back an earlier choice: `the first one, no, the third`. */
const RETRACTED = /\b(?:no|wait|actually|i mean|rather|make that|mejor|digo)\b[\s,]+(?=(?:the|el|la) )/i

const OTHER_ONE = /\b(?:the )?other (?:one|time|day|slot|option)\b|\b(?:el|la) otr[oa]\b/i

/** Returns the offered time that a visitor takes instead of the proposed one: `no wait, the other one`. */
export function otherChosen(text: string, proposed: Date, offer: Offer): Date | null {
  const others = offer.offered.filter((start) => start.getTime() !== proposed.getTime())
  const [other] = others
  if (other && others.length === 1 && OTHER_ONE.test(text)) return other
  const isOrdinal = ORDINALS.some((pattern) => pattern.test(text))
  const choice = isOrdinal && others.length > 0 ? readChoice(text, NO_WISH, offer) : null
  return choice?.kind === 'chosen' ? choice.start : null
}

const AGAIN = /\b(?:to|(?:do|take|have|get|want|prefer)(?= the \S+ (?:one|time|slot|option)\b)) (the .*)$/i

/** Returns another time of the only list that a visitor has seen: `can I change it to the 3rd one`. */
export function chosenAgain(text: string, offer: Offer): Date | null {
  const named = AGAIN.exec(text)?.[1]
  const isOnly = offer.offered.length <= OFFERED
  const choice = named && isOnly ? readChoice(named, NO_WISH, offer) : null
  return choice?.kind === 'chosen' ? choice.start : null
}

/**
 * Returns up to four slots, spread over days, mornings, and afternoons. Slots in `except` were offered before; they are
 * repeated only if no others are left.
 */
export function suggest(
  free: readonly WallSlot[],
  wish: Pick<Wish, 'any' | 'not'> | null,
  except: readonly Date[] = [],
): readonly Date[] {
  const isNew = ({ start }: WallSlot) => !except.some((other) => other.getTime() === start.getTime())
  const suiting = wish ? free.filter((slot) => suits(slot, wish)) : []
  const allowed = wish ? free.filter((slot) => suits(slot, { any: [], not: wish.not })) : free
  const wanted = suiting.length > 0 ? suiting : allowed
  const fresh = wanted.filter(isNew)
  const pool = fresh.length > 0 ? fresh : wanted
  const halves = new Map<string, WallSlot>()
  for (const slot of pool) {
    const half = `${slot.day} ${slot.minutes < NOON ? 'morning' : 'afternoon'}`
    if (!halves.has(half)) halves.set(half, slot)
  }
  const spread = [...halves.values()].slice(0, OFFERED)
  const rest = pool.filter((slot) => !spread.includes(slot)).slice(0, OFFERED - spread.length)
  return [...spread, ...rest].map(({ start }) => start).toSorted((a, b) => a.getTime() - b.getTime())
}
