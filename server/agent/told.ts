import { SERVICE_STEMS } from './extract/service.ts'
import { mentionsPhone } from './intents.ts'
import { isAnnounced } from './owner-questions.ts'
import type { AgentState, Topic } from './state.ts'
import { chanceOf } from './understand/likelihoods.ts'
import { keywords } from './words/words.ts'
import { describesWork } from './work.ts'

/** Matches words of someone who has given the details before, here or as a customer: `you have my address`. */
const KNOWN =
  /\b(?:i|we)(?:['’]ve)? (?:already|just) (?:told|said|gave|given|sent|answered|typed|wrote|put)\b|\byou(?: guys)?(?: should)? (?:already )?(?:have|got) (?:it all|that|it|this|(?:all|my|our)\b.{0,30})\W*$|^(?:the |my |it['’]?s (?:the )?)?same (?:number|phone|address|e-?mail|name|place|house)\b|\bya (?:(?:se|te) )?l[oa]s? (?:dije|di|mand[eé]|puse|tienen?)(?!\p{L})|\bya tienen? mi(?!\p{L})|\bla misma direcci[oó]n\b/iu
/**
 * Returns where a visitor says they have answered the open question: in the chat or to the business before. Returns null
 * if they don't, or if the agent can't do without the answer.
 */
export function saysKnown(text: string, topic: Topic, { phone }: AgentState['known']) {
  if (!KNOWN.test(text)) return null
  if (topic === 'slot' || topic === 'question' || (phone !== null && mentionsPhone(text))) return 'chat'
  return topic === 'name' || topic === 'address' ? 'business' : null
}

/** Matches how a visitor who returns says who it is: `it's Ann again`. */
const RETURNS =
  /^(?:it['’]?s|this is|i['’]?m|soy) \p{L}+(?: \p{L}+)?(?: (?:again|here|from before|otra vez))*\W*$/iu
/** Returns whether a message only says who the visitor is. */
export const saysWho = (text: string) => RETURNS.test(text)

/** The minimum number of words in a statement that isn't an attempt to give a detail. */
const FEWEST_TOLD = 4
const CONTACT = /(?:\d\D{0,3}){3}|@|\b(?:dot|phone|number|e-?mail)\b/i
const OF_FACTS = ['fact', 'correct', 'refuse', 'unsure', 'skip', 'wait']
/** The intents of attempts to give the detail that the agent asked for. */
const ATTEMPTS: Readonly<Record<Topic, readonly string[]>> = {
  contact: OF_FACTS,
  phone: OF_FACTS,
  email: OF_FACTS,
  name: OF_FACTS,
  service: ['work', 'add', 'vague', 'ask_offer', 'ask_price', 'ask_services'],
  address: [...OF_FACTS, 'place', 'access'],
  question: [],
  slot: ['time', 'choose', 'other_time', 'accept', 'decline', 'book', 'call_me', 'cancel', 'unsure', 'wait'],
}
/** The most probability of an attempt at which a text says something else. */
const LEAST_ATTEMPT = 0.35

/** Returns whether a text that doesn't give a detail says something else: `don't tell my parents`. */
export function tellsOtherThan(topic: Topic, text: string): boolean {
  if (topic === 'question' || text.split(' ').length < FEWEST_TOLD) return false
  const isContact = topic === 'contact' || topic === 'phone' || topic === 'email'
  if (isContact) return !CONTACT.test(text)
  // Nobody's name has a number, and a size is a detail, too.
  if (topic === 'name' && /\d/.test(text)) return true
  return chanceOf(text, ATTEMPTS[topic]) < LEAST_ATTEMPT
}

const FAMILY =
  'neighbor|friend|co-?worker|mom|mother|dad|father|sister|brother|son|daughter|parents|in-?laws|vecin[oa]|amig[oa]|mam[aá]|pap[aá]|herman[oa]|suegr[oa]'
const RELATIVE = new RegExp(
  `\\b(?:my|mi) (?:${FAMILY}|husband|wife|spouse|partner|fianc[eé]e?|roommate|tenant|espos[oa]|marido|hij[oa])(?!\\p{L}|['’]s (?:house|yard|lawn|place|property))`,
  'iu',
)
/** Returns whether a message with contact details mentions a relative, whose they may be. */
export const namesRelative = (text: string) => RELATIVE.test(text)

/** Matches another customer: `my neighbor at 14 Elm St wants a quote`, `my mom needs hers done too`. */
const FOR_OTHER = new RegExp(
  `\\b(?:my|mi) (?:next[- ]door )?(?:(?:neighbor|friend|co-?worker|vecin[oa]|amig[oa])(?!\\p{L}|['’])[^.;!?]{0,40}?\\b(?:also|too|wants?|needs?|interested|tambi[eé]n|quiere|necesita)|(?:${FAMILY})(?!\\p{L}|['’])[^.;!?]{0,40}?\\b(?:too|as well|tambi[eé]n))(?!\\p{L})`,
  'iu',
)
/** Returns whether a message is about work for someone else, too. */
export const isForOther = (text: string) => FOR_OTHER.test(text)

/** Matches words of habits and circumstances. */
const HABIT =
  /\b(?:mornings|afternoons|evenings|nights|weekends|weekdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days|most|usually|always|never|only|out of town|away|home|start(?:s|ed|ing)?|(?:bi-?)?weekly)\b/i
/** Returns whether a message that names a time for a call also mentions the work, habits, or other people. */
export const concernsTeam = (text: string) =>
  HABIT.test(text) || isAnnounced('timeline', text) || describesWork(text) || namesRelative(text)

/** Words that only introduce facts. */
const INTRODUCING = keywords(
  `actually address also area based best both call called cell code contact correct email fine good great help home house
  interested like located location lol mail main mobile name names need needs no not number ok okay oops people phone
  please price property quote reach real right same service services sorry spelled street sure thanks work works
  yard yeah yep yes yo zip want estimate looking lawn landscaping soy mi es nombre telefono número`,
)
/** Returns the number of words that a statement adds to the facts in it. */
export function addsTo(statement: string, facts: readonly string[]): number {
  const known = keywords(facts.join(' '))
  const others = [...keywords(statement)].filter((word) => {
    return /\p{L}/u.test(word) && !known.has(word) && !INTRODUCING.has(word) && !SERVICE_STEMS.has(word)
  })
  return others.length
}
