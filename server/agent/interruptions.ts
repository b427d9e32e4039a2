import type { Needs } from '../../src/contract/conversations.ts'
import { openSpan } from '../../src/domain/settings/business-hours.ts'
import { isQuestion } from './intents.ts'
import { callbackTime } from './phrases.ts'
import { wantsBooking } from './schedule/intents.ts'
import type { AgentContext } from './state.ts'

/** Topics that take priority over the agent's question. */
export type Interruption = 'stop' | 'human' | 'complaint'

const STOP =
  /^(?:please )?(?:stop|quit|end|exit)(?: (?:it|this|that|chat|the chat|now|please|asking))*[\s.!]*$|\bstop (?:messaging|texting|contacting|calling|emailing|bothering)\b|\bunsubscribe\b|\bopt(?: me)?[ -]?out\b|\b(?:do not|don['’]?t|never) (?:ever )?contact me\b|\b(?:do not|don['’]?t|never) (?:ever )?(?:contact|call|text|email|message) me (?:again|any ?more|ever)\b/i
const DELETE =
  /\b(?:remove|delete|erase|forget) (?:me\b|(?:all )?(?:of )?my (?:number|phone|e-?mail|data|info(?:rmation)?|details|name)\b)/i
const PERSON =
  '(?:humans?|person|people|representative|agent|owner|manager|supervisor|someone|somebody|anyone|operator|staff|boss)'
const HUMAN = new RegExp(
  `\\b(?:talk|speak|chat|connect|connect me|transfer|transfer me)(?: (?:to|with|directly|an?|the|your|real|actual|live)){0,4} ${PERSON}\\b|\\b(?:want|need|get|get me|give me|is this|are you)(?: (?:an?|the|real|actual|live)){0,3} (?:human|person|representative|live agent|operator|manager|robot|bot|ai|machine|computer)\\b|\\b(?:someone real|are you real)\\b|\\bhablar con (?:una persona|alguien)\\b`,
  'i',
)
const OF_OURS =
  /\b(?:you|you guys|your (?:guys?|crew|team|men|people|workers?|company|service))\b.{0,30}\b(?:ruined|destroyed|damaged|broke|killed|wrecked|messed up|never (?:came|showed|called|finished)|didn['’]?t (?:come|show|call|finish)|overcharged)\b/i
const OUTRAGE =
  /\b(?:refund|money back|lawyer|sue (?:you|your)|complaint|rip[- ]?off|scam(?:mers?)?|useless|unacceptable|ridiculous|worst (?:service|company|experience)|terrible service|horrible service|awful service|fuck\w*|bullshit|idiots?|you suck|assholes?)\b/i
const DANGER = /\bpower ?lines?\b|\blive wires?\b|\bgas (?:leak|line)\b|\bsmell(?:s|ing)? gas\b/i
const FALLEN =
  /\b(?:trees?|branch(?:es)?|limbs?|trunk)\b.{0,30}\b(?:fell|fallen|falling|came down|crashed|landed|leaning|hanging)\b.{0,20}\b(?:on|onto|over|into|against|through)\b.{0,20}\b(?:house|home|roof|garage|car|truck|porch|road|street|driveway|fence)\b/i
const BURST =
  /\b(?:pipe|main|sprinklers?|line|valve|irrigation)\b.{0,20}\b(?:burst|bursting|gushing|flooding)\b|\b(?:flooding|flooded) (?:my|our|the) (?:house|home|basement|yard|garage)\b/i
const NOW =
  /\bemergency\b|\b(?:this|it)(?:['’]?s| is) (?:very |really |so )?urgent\b|\b(?:someone|somebody|anyone|you) (?:come |here |out |over )*(?:right now|right away|immediately)\b|\bneed (?:someone|somebody|you|help|this) (?:here |done |out )*(?:now|asap)\b/i
const SPANISH =
  /\b(?:hola|necesit[oa]|quiero|quisiera|por favor|gracias|buen[oa]s (?:d[ií]as|tardes|noches)|cu[aá]nto|precio|presupuesto|habl[ae]n?|espa[ñn]ol|me llamo|mi nombre|mi tel[eé]fono|mi correo|tengo|para mi|el c[eé]sped|el pasto|jard[ií]n)(?![\p{L}])/giu

/** Notes for the owner, each added once per conversation. */
const SPANISH_NOTE = 'Writes in Spanish'
const URGENT_NOTE = 'Urgent'
const DANGER_NOTE = 'Danger'

/** Returns whether something is urgent or dangerous. */
export const isUrgent = (text: string) =>
  DANGER.test(text) || FALLEN.test(text) || BURST.test(text) || NOW.test(text)

const isSpanish = (text: string) => {
  const found = text.match(SPANISH) ?? []
  return found.length > 1 || (found.length === 1 && (found[0]?.length ?? 0) >= text.length / 3)
}

/** Returns the priority topic of a message, or null. */
export function interruptionOf(text: string): Interruption | null {
  if (STOP.test(text) || DELETE.test(text)) return 'stop'
  if (OF_OURS.test(text) || (OUTRAGE.test(text) && !isQuestion(text))) return 'complaint'
  return HUMAN.test(text) && !wantsBooking(text) ? 'human' : null
}

/** Returns whether a message needs fixed text: an opt-out or danger. */
export const needsFixedWords = (text: string) => interruptionOf(text) === 'stop' || isUrgent(text)

/** Returns whether the visitor asks to delete their data, not only to stop. */
export const wantsDeletion = (text: string) => DELETE.test(text)

/** The text to say first, the owner's note, and why the team must see the conversation. */
export interface Notice {
  text: string
  note: string
  needs: Needs
}

/**
 * Returns what the visitor must read first: that an emergency needs a phone call, or that the agent speaks English
 * only. `notes` are the conversation's notes; nothing is repeated.
 */
export function noticesOf(text: string, context: AgentContext, notes: readonly string[]): Notice[] {
  const has = (note: string) => notes.some((each) => each.startsWith(note))
  const notices: Notice[] = []
  const isDanger = DANGER.test(text)
  const note = isDanger ? DANGER_NOTE : URGENT_NOTE
  if (isUrgent(text) && !has(note)) {
    notices.push({ text: urgentNotice(isDanger, context), note: `${note}: ${text}`, needs: 'emergency' })
  }
  if (isSpanish(text) && !has(SPANISH_NOTE)) {
    notices.push({
      text: 'Solo puedo chatear en inglés, pero el equipo leerá su mensaje. Deje su nombre y su número de teléfono, y alguien se comunicará con usted. (I can only chat in English.)',
      note: SPANISH_NOTE,
      needs: 'unanswered',
    })
  }
  return notices
}

function urgentNotice(isDanger: boolean, context: AgentContext): string {
  const { phone, hours, timezone } = context.business
  const danger = isDanger
    ? 'Please keep well away and call 911 or your utility company first.'
    : 'If anyone is in danger, please call 911 first.'
  const call = phone ? ` The quickest way to reach us is to call ${phone}.` : ''
  const marked = openSpan(hours, timezone, context.now)
    ? " I've marked your request as urgent."
    : ` Our office is closed right now; I've marked your request as urgent, and the team will see it ${callbackTime(context)}.`
  return `${danger}${call}${marked}`
}
