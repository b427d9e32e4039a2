import { zoneName } from '../call-times/slots.ts'
import { offersCalls } from './call-hours.ts'
import { callbackTime, expectsCall } from './phrases.ts'
import { asksToChangeLater } from './schedule/intents.ts'
import { bookedSentence } from './schedule/offer.ts'
import { type Asked, open, type SettingsAnswer, sure } from './settings-answer.ts'
import { say as sayDialogue } from './texts/dialogue.ts'
import { sayKnowledge as say } from './texts/knowledge.ts'
import { sayManners } from './texts/manners.ts'
import { say as sayCall } from './texts/schedule.ts'
import { questionIn } from './understand/likelihoods.ts'

/** Matches pricing notes about a charge before the work. */
const NAMES_FEE = /\b(?:fees?|charges?|deposits?|trips?|up ?front|in advance)\b/i
/** The maximum number of words in a question that leaves out what it is about: `how long is it?` */
const MOST_BARE = 5
const OF_CALL = /\b(?:call|visit|llamada|visita)\b/i
/** Matches what can cost something besides the estimate call. */
const OF_VISIT = /\b(?:come|coming|visit|trip|dispatch|service call|venir|visita)\b/i

/** Repeats a contact fact that the visitor has given: the one that the question names, or the phone number. */
function aboutFact({ question, state: { known, language } }: Asked): SettingsAnswer | null {
  const facts = [
    [/\b(?:name|nombre)\b/i, known.name],
    [/mail|\bcorreo\b/i, known.email],
    [/address|\bdirecci[oó]n/i, known.address],
    [/./, known.phone],
  ] as const
  const value = facts.find(([pattern]) => pattern.test(question))?.[1]
  return value ? sure(say(language, 'recall', { value })) : null
}

/** Says when the booked call is, or that none of the times that the visitor has seen is booked. */
const aboutBooked = ({ context, state }: Asked) =>
  sure(
    bookedSentence(state, context) ||
      (state.shown.length > 0
        ? say(state.language, 'notBooked', { kind: context.business.appointment.kind })
        : null),
  )

/** Says when the team gets in touch with a visitor who has left contact details but hasn't booked a call. */
function aboutCallback({
  context,
  state: { known, booked, language, noContact },
}: Asked): SettingsAnswer | null {
  if (noContact && !booked) return sure(sayManners(language, 'leftAlone'))
  if (booked || !(known.phone || known.email)) return null
  return open(sayDialogue(language, 'backToYou', { when: callbackTime(context, language) }).trim())
}

function aboutZone({ context: { business, now }, state: { proposed, booked, language } }: Asked) {
  const call = proposed ?? booked
  const zone = zoneName(call ? new Date(call) : now, business.timezone)
  return sure(sayCall(language, 'zone', { zone }))
}

/** The values of the texts about what the visitor books. */
const wordsOf = ({ context: { business } }: Asked) => ({
  kind: business.appointment.kind,
  minutes: String(business.appointment.minutes),
})

const isOfCall = ({ state: { asked, booked } }: Asked) => asked?.topic === 'slot' || booked !== null

/** Says that the estimate is free, unless the owner's texts name a charge before the work. */
function aboutCharge({ context, state: { language }, question }: Asked): SettingsAnswer | null {
  if (NAMES_FEE.test(context.business.pricingNotes ?? '')) return null
  const free = say(language, 'callFree', { kind: context.business.appointment.kind })
  return OF_VISIT.test(question) ? open(`${free} ${say(language, 'restUnanswered')}`) : sure(free)
}

const lengthOf = (asked: Asked) => say(asked.state.language, 'callLength', wordsOf(asked))

/** Says how long the call takes, unless the question may be about the work: `how long does a patio take?` */
function aboutLength(asked: Asked): SettingsAnswer | null {
  const isBare = asked.question.split(' ').length <= MOST_BARE || OF_CALL.test(asked.question)
  const isMeant = isOfCall(asked) || questionIn(asked.state.last).intent === 'ask_estimate'
  return isMeant && isBare ? sure(lengthOf(asked)) : null
}

/** Returns whether the visitor has a call, or the business offers calls. */
const canHaveCall = ({ context, state }: Asked) => state.booked !== null || offersCalls(context.business)

const aboutEstimate = (asked: Asked): SettingsAnswer | null =>
  canHaveCall(asked)
    ? {
        text: say(asked.state.language, 'callIs', wordsOf(asked)),
        isOpen: false,
        includes: lengthOf(asked),
      }
    : null

/** Says who calls, or gets in touch with a visitor who expects no call. */
function aboutCaller({ context, state }: Asked): SettingsAnswer | null {
  const { language, booked, noContact } = state
  if (noContact && !booked) return sure(sayManners(language, 'leftAlone'))
  const isCall = booked !== null || expectsCall(context, state)
  return sure(
    say(language, isCall ? 'whoCalls' : 'whoReaches', {
      kind: context.business.appointment.kind,
      business: context.business.name,
    }),
  )
}

/** Says what comes next while the agent has a question; otherwise, when the team gets in touch. */
function aboutNext(asked: Asked): SettingsAnswer | null {
  const { asked: open, language } = asked.state
  if (!open) return aboutCallback(asked)
  if (open.topic === 'slot') return aboutEstimate(asked)
  return sure(say(language, canHaveCall(asked) ? 'next' : 'nextWithoutCall', wordsOf(asked)))
}

/** The answers to questions about how the visitor gets an estimate, by what they most likely ask. */
export const CALL_BY_INTENT: Readonly<Record<string, (asked: Asked) => SettingsAnswer | null>> = {
  ask_free: aboutCharge,
  ask_estimate: aboutEstimate,
  ask_duration: aboutLength,
  ask_cancellation: (asked) =>
    isOfCall(asked) && asksToChangeLater(asked.question)
      ? sure(say(asked.state.language, 'mayChange', wordsOf(asked)))
      : null,
  ask_callback: aboutCallback,
  ask_who: aboutCaller,
  ask_zone: aboutZone,
  ask_booked: aboutBooked,
  ask_next: aboutNext,
  ask_recall: aboutFact,
}
