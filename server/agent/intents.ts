import { chanceOf } from './understand/likelihoods.ts'

const QUESTION_START =
  /^(?:(?:hi|hello|hey|ok|okay|so|and|but|also|um|oh|wait|actually|(?:one (?:more|last)|another|quick|last) (?:thing|question)|btw)[\s,!.:]+)?(?:what(?! (?:i|we)(?:['’]?(?:d|m|re)| am| are| would)?(?: really)? (?:need|want|like|looking))|whats|wat|wats|when|whens|where|wheres|which|who|whose|why|how|hows|don['’]?t you|you(?: guys)? (?:do(?! (?:an?|it|such|good|great|nice|not)\b)|accept|offer|hiring|insured|licensed|bonded|legit)|do|does|did|can|could(?! be\b)|would(?! be\b)|will|are|is|am|may(?=\s)|should|have (?:you|we|i|they|any)|has (?:an?yone|anybody|any|the|my|your|this|that|it|he|she)|any (?:reviews?|references|discounts?|deals?|specials?|coupons?|warranty|guarantees?|fees?|contracts?|idea|chance)|cu[aá]nto|cu[aá]ntos|cu[aá]ndo|d[oó]nde|cu[aá]l|qué|cómo|tienen|hacen|ofrecen|pueden)(?![\p{L}])/iu
const NOT_A_QUESTION =
  /^(?:can|could|would|may|will) (?!i (?:still |always |ever )?(?:cancel|move|change)|.*\bor do i\b)(?:i|you|someone|somebody|we|they)\b.{0,40}\b(?:call(?! (?:me )?(?:at |on )?(?:this|that|the same) (?:number|phone))|come|quote|estimate|help|need|look)\b|^is (?:ok(?:ay)?|good|fine|correct|perfect)[.!]*$|^(?:can|could|would|will) you (?:please )?book (?:it|that|me)\b|^(?:ok(?:ay)? )?do (?:it|that|this|them|those|both|all)(?: of (?:it|them|those))?$/i
const CORRECTION =
  /\b(?:actually|instead|(?<=no,? )wait|wait(?=,? no\b)|i meant|i mean|correction|sorry|wrong|my mistake|not right|change|typo|oops|perdón|en realidad|me equivoqué)(?![\p{L}])/iu

/** Matches a name in lowercase before contact details: `will nash 614-555-0101`. */
const NAMED_WILL =
  /^(?:will|may)(?: (?!(?:you|i|we|he|she|they|it|this|that|the|your|my|someone|anyone)\b)\p{L}+)?,?\s(?:\(?\+?\d{3}|\S+@)/iu

/** Returns whether the visitor asks a question. Polite requests (`can you come …`) don't count. */
export function isQuestion(text: string): boolean {
  if (NAMED_WILL.test(text)) return false
  // A name such as `Will Power`, alone or before contact details.
  if (/^\p{Lu}\p{L}+ \p{Lu}[\p{L}'’-]+(?=[.,]?(?:$|\s\(?\+?\d|\s\S+@))/u.test(text)) return false
  return (
    (text.endsWith('?') || text.startsWith('¿') || QUESTION_START.test(text)) && !NOT_A_QUESTION.test(text)
  )
}

export const isCorrection = (text: string) => CORRECTION.test(text)
/** Returns what follows the last word that marks a correction. */
export const afterCorrection = (text: string) =>
  text
    .split(new RegExp(CORRECTION.source, 'iu'))
    .at(-1)
    ?.replace(/^\W+(?:no\b\W*)?/, '') ?? text

export const mentionsPhone = (text: string) =>
  /\b(?:phone|number|cell|mobile|call|calls|text me|tel[eé]fono|n[uú]mero|celular)\b/i.test(text)
export const mentionsEmail = (text: string) => /\be-?mails?\b|\bcorreo\b/i.test(text)
/** Returns whether the visitor wants a service rather than only mentions it. */
export const wantsService = (text: string) =>
  /\b(?:need|want|looking for|interested in|also|quote|estimate|help with|do you (?:do|offer)|instead|(?:just|only)(?= \p{L}+ing\b)|necesito|quiero|quisiera|también)(?![\p{L}])/iu.test(
    text,
  )

/** What visitors ask in Spanish whether a business does. */
export const VERBS_OF_WORK =
  'instalan|reparan|arreglan|limpian|construyen|podan|pintan|quitan|cortan|plantan|siembran|fumigan'
/** The least probability that a question asks whether the business does some work. */
const LEAST_OFFER = 0.5
/** Returns whether the visitor asks if the business offers something: `do you do …?`, `what about …?` */
export const offersAsked = (text: string) => chanceOf(text, ['ask_offer']) >= LEAST_OFFER
