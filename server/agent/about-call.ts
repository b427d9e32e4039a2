import { ESTIMATE_CALL_MINUTES } from '../../src/domain/leads/bookings.ts'
import { callbackTime } from './phrases.ts'
import { asksToChangeLater } from './schedule/intents.ts'
import { bookedSentence } from './schedule/offer.ts'
import { zoneName } from './schedule/slots.ts'
import { type Asked, open, type SettingsAnswer, sure } from './settings-answer.ts'
import { say as sayDialogue } from './texts/dialogue.ts'
import { sayKnowledge as say } from './texts/knowledge.ts'
import { sayManners } from './texts/manners.ts'
import { say as sayCall } from './texts/schedule.ts'

const ASKS_CHARGE =
  /\b(?:free|charge[ds]?|costs?|fees?|pay|gratis|gratuit[ao]s?|cobra[nr]?|cuesta[n]?|costo)\b/i
/** Matches questions about whether the offered or booked call is free: `is it free?` */
const IS_FREE =
  /^\W*(?:(?:and|so|but|y) )?(?:is|are|es|son) (?:it|this|that|they|the calls?|the estimates?)?\s?(?:really |all )?(?:free|gratis)\W*$/i
/** Matches questions about the length of the offered or booked call: `how long?` */
const IS_LONG =
  /^\W*(?:(?:and|so|y) )?(?:how long|cu[aá]nto dura)(?: (?:is|will) (?:it|that|the call)(?: be)?)?\W*$/i
/** Matches questions about a charge before the work: `is there a fee to come out?`, `do I pay now?` */
const CHARGES_NOW =
  /\b(?:free|fee)\b.{0,20}\bcom(?:e|ing) (?:out|by|over|look)\b|\b(?:do|will|would|must) (?:i|we) (?:have to |need to |got to )?pay\b.{0,20}\b(?:now|today|to book|right away)\b|\bpag(?:o|ar) (?:ahora|hoy)\b|\bcobran? (?:algo )?por (?:venir|ir|la (?:visita|llamada)|el presupuesto)\b/i
/** Matches pricing notes about a charge before the work. */
const NAMES_FEE = /\b(?:fees?|charges?|deposits?|trips?|up ?front|in advance)\b/i
/** Matches questions about the offered or booked call: `how long is the call?` */
const OF_CALL = /\b(?:the|this|that|your|estimate|phone) (?:\w+ )?call\b|\bla llamada\b/i
/** Matches questions about what the estimate is: `is that a call or a visit?`, `what happens on the call?` */
const WHAT_CALL =
  /\b(?:a|the|over the|by|on the|via) ?(?:phone|phone call|call|visit|video)\b.{0,15}\bor\b|\bor\b.{0,20}\b(?:over the phone|by phone|on the phone|a (?:phone )?call|in[- ]person|a visit)\b|\bwhat (?:happens|do we (?:talk about|discuss)|will (?:we|you|they) (?:talk about|ask|discuss))\b.{0,15}\bcall\b|\bwhat(?:['’]s| is) (?:the|this|that|an?) (?:estimate )?call (?:about|for|like)\b|\bwhat(?:['’]?s| is| does| means?)(?: an?)? estimate(?: mean)?\W*$|\bwhat(?:['’]?s| is| does| do you mean(?: by)?| means?)(?: an?| the| this| your)? estimate call(?: mean)?\W*$|^\W*(?:is|will) (?:it|that|this)(?: be)? (?:in[- ]person|over the phone|on the phone|by phone|virtual|a (?:phone )?call|a visit)\W*$|\bes (?:una )?(?:llamada|visita|por tel[eé]fono)\b|\ben persona o por tel[eé]fono\b/i
/** Matches `do you text or call?` */
const CALL_OR_TEXT =
  /\b(?:calls?|calling) or (?:text|email)|\b(?:text|email) or call\b|\b(?:does it|do we|do i) (?:have|need) to (?:be (?:a|by) |talk|take a |do a )?(?:phone|call)\b(?! (?:my|the|each|every)\b)|\b(?:can|could) (?:we|you|i) (?:just )?(?:do|handle) (?:it|this|that|everything) (?:by|over|via|through) (?:text|e-?mail)/i
const THIS_NUMBER =
  /\b(?:call|text|reach|contact|use)(?:ing)?(?: me)?(?: (?:at|on|from|back at))? (?:this|that|the same|my) (?:number|#|phone|cell)\b|\b(?:a|al) este n[uú]mero\b|\b(?:which|what) (?:phone )?(?:number|phone) (?:will|would|are|do|should) (?:you|they)(?: guys)? (?:be )?(?:call|us(?:e|ing)|reach)/i
const NEXT =
  /\bwhat(?:['’]?s| is| comes| happens| do we do)? next\b|\bnext steps?\b|\bwhat (?:else )?(?:do|will) you need (?:from me|to know)\b|\bwhat (?:info\w*|details) do you need\b|\bqu[eé] sigue\b/i
const WHO_CALLS =
  /\b(?:do|will|would) (?:you|they) call\b.{0,15}\bor (?:do|should) i\b|\bwho(?:['’]s| is| will| would)?(?: be)? (?:calling|calls?)(?: (?:me|us))?\W*$|\bwho (?:will|would|am|do) i (?:be )?(?:talk|speak)(?:ing)? (?:to|with)\b.{0,15}\b(?:call|phone|then)\b|\bqui[eé]n me (?:va a llamar|llama|llamar[aá])(?!\p{L})/iu
/** Matches questions about the time zone of a time: `is that eastern?` */
const ASKS_ZONE =
  /^\W*(?:eastern|central|mountain|pacific)(?: time)?\?|\b(?:what|which|whose|qu[eé]) time ?zone\b|\bzona horaria\b|\b(?:is|are) (?:that|this|it|those|these|(?:the|your) times?)\b.{0,15}\b(?:eastern|central|mountain|pacific|[ecmp][sd]t|(?:\w+ ){0,2}time)(?: time| or \w+)?\W*$|\b(?:your|my|our) time or (?:mine|yours|ours|my|your)\b/i
const WHEN_CALLED =
  /\b(?:is|will|are) (?:any|some)(?:one|body) (?:\p{L}+ ){0,3}?(?:call|contact|reach out|get back|text|email)\b|\b(?:when (?:exactly )?(?:will|would|should|do|does|is|are)|how (?:long|soon)(?: (?:until|till?|before|will|would|does|do|can))?) (?!i (?:call|pay))(?:\p{L}+ ){0,3}?(?:calls?|calling|contacts?|reach out|gets? back|hear(?: (?:back|from))?|be in touch|texts?|emails?)\b|\bcu[aá]ndo me (?:van a )?llam(?:ar(?:[aá]n?)?|an)(?!\p{L})/iu

/** Matches `what number do you have for me?`, `did you get my address?` */
const RECALL =
  /\bwhat(?:['’]?s| is)? (?:the |my )?(name|number|phone|e-?mail|address)(?: number| address)?(?: that)? (?:do |did )?you (?:have|got|get|put)\b|\b(?:did|do) you (?:get|have|got) (?:my|the right) (name|number|phone|address|e-?mail address)\b|\bqu[eé] (n[uú]mero|tel[eé]fono|correo|direcci[oó]n|nombre) tienen\b/i

/** Repeats a contact fact that the visitor has given. */
function aboutFact({ question, state: { known, language } }: Asked): SettingsAnswer | null {
  const named = RECALL.exec(question)?.slice(1).find(Boolean) ?? ''
  const facts = [
    [/^nombre|^name/i, known.name],
    [/mail|^correo/i, known.email],
    [/^address|^dir/i, known.address],
    [/./, known.phone],
  ] as const
  const value = facts.find(([pattern]) => pattern.test(named))?.[1]
  return value ? sure(say(language, 'recall', { value })) : null
}

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

/** Answers a question about how the visitor gets an estimate: the call, its price, what happens next. */
export function aboutCall(asked: Asked): SettingsAnswer | null {
  const { context, state, question, has } = asked
  const { known, booked, language } = state
  const minutes = String(ESTIMATE_CALL_MINUTES)
  if (has('estimate') && has('price', 'pay') && ASKS_CHARGE.test(question))
    return sure(say(language, 'estimateFree'))
  const isOfCall = state.asked?.topic === 'slot' || booked !== null
  if (isOfCall && IS_FREE.test(question)) return sure(say(language, 'estimateFree'))
  if (CHARGES_NOW.test(question) && !NAMES_FEE.test(context.business.pricingNotes ?? ''))
    return sure(say(language, 'callFree'))
  if (OF_CALL.test(question) && !has('cancel') && ASKS_CHARGE.test(question))
    return sure(say(language, 'callFree'))
  if ((OF_CALL.test(question) && has('duration')) || (isOfCall && IS_LONG.test(question)))
    return sure(say(language, 'callLength', { minutes }))
  if (CALL_OR_TEXT.test(question)) return sure(say(language, 'callOrText'))
  if (WHAT_CALL.test(question)) return sure(say(language, 'callIs', { minutes }))
  if (isOfCall && asksToChangeLater(question)) return sure(say(language, 'mayChange'))
  if (ASKS_ZONE.test(question)) return aboutZone(asked)
  if (WHO_CALLS.test(question)) return sure(say(language, 'whoCalls', { business: context.business.name }))
  if (THIS_NUMBER.test(question) && known.phone)
    return sure(say(language, 'haveNumber', { phone: known.phone }))
  if (NEXT.test(question) && state.asked)
    return sure(state.asked.topic === 'slot' ? say(language, 'callIs', { minutes }) : say(language, 'next'))
  if (WHEN_CALLED.test(question)) return aboutCallback(asked)
  return aboutFact(asked)
}

/** The answers to what a question about the estimate or the call most likely asks, where no word of it tells. */
export const CALL_BY_INTENT: Readonly<Record<string, (asked: Asked) => SettingsAnswer | null>> = {
  ask_free: ({ context, state }) =>
    NAMES_FEE.test(context.business.pricingNotes ?? '') ? null : sure(say(state.language, 'estimateFree')),
  ask_estimate: ({ state }) =>
    sure(say(state.language, 'callIs', { minutes: String(ESTIMATE_CALL_MINUTES) })),
  ask_callback: aboutCallback,
  ask_who: ({ context, state }) => sure(say(state.language, 'whoCalls', { business: context.business.name })),
  ask_zone: aboutZone,
  ask_booked: ({ context, state }) => sure(bookedSentence(state, context.business) || null),
  ask_next: ({ state }) => (state.asked ? sure(say(state.language, 'next')) : null),
  ask_recall: aboutFact,
}
