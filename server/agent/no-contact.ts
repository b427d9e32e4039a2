import type { Act } from './acts.ts'
import type { Preference } from './preference.ts'
import { wantsBooking } from './schedule/intents.ts'
import { wishes } from './wishes/wishes.ts'

const VERB = '(?:call|phone|ring|text|message|contact|bother|e-?mail|mail|write(?: to)?|spam|harass)'
const DOING = '(?:call|phon|ring|text|messag|contact|bother|e-?mail|mail|writ|spamm|harass)ing'
const WHOM = '(?:me|us|(?:this|my) (?:number|phone|cell))'
const AGAIN =
  '(?: (?:again|any ?more|ever|please|at all|back|like this|all the time|por favor|m[aá]s|nunca))*'
/** A wish for other times continues: `don't call me before noon`. */
const END = '(?=\\W*(?:$|[.!?,;]))'

/** Matches requests not to be called, texted, or written to, at any time. */
const REFUSES = new RegExp(
  [
    `(?<!\\b(?:they|it|that|which|who|we|i|you) )\\b(?:do not|don['’]?t|never|stop|quit|cease)(?: (?:please|ever|even|you|dare|keep|trying to))* (?:${VERB}|${DOING})(?: ${WHOM})?${AGAIN}${END}`,
    `(?:^|[.!?,;]\\s*)(?:(?:please|and|ok|i said) )*no (?:more )?(?:phone )?(?:calls|texts|text messages|messages|emails)${AGAIN}${END}`,
    `\\b(?:do not|don['’]?t) want (?:you|anyone|anybody|them|people)(?: guys)? to ${VERB} ${WHOM}${AGAIN}${END}`,
    `\\b(?:do not|don['’]?t) want (?:(?:any|more|your|you|to|be|get|receive|these|phone) )*(?:calls?|texts?|messages|emails|called|contacted|texted|messaged|bothered)${AGAIN}${END}`,
    `\\b(?:nobody|no one) (?:should|may|is to) ${VERB} ${WHOM}${AGAIN}${END}`,
    `\\bleave ${WHOM} (?:alone|be)\\b|\\blose my (?:number|phone)\\b`,
    `\\bno (?:me |nos )?(?:llamen?|llames|escriban?|escribas|contacten?|molesten?|manden? (?:m[aá]s )?mensajes)${AGAIN}${END}`,
    `\\bno quiero (?:que me (?:llamen?|escriban?|contacten?|molesten?)|(?:m[aá]s )?(?:llamadas|mensajes|correos))${AGAIN}${END}`,
    '\\bd[eé]j[ea](?:n|me|nme)* en paz\\b|\\bdej(?:e|en|a) de (?:llamar|escribir|molestar|mandar)',
  ].join('|'),
  'iu',
)
/** Matches a wish for contact: `don't text, call me`, `if I don't answer, text me`. */
const WANTS_CONTACT =
  /\b(?:forget|remember|hesitate) to (?:call|text|phone|e-?mail|message|contact)\b|(?<!(?:\bnot|n['’]?t|\bnever|\bstop|\bquit|\bever|\byou|\bto|\bshould|\bcould|\bwill|\bwould) )\b(?:call|text|phone|e-?mail|message|contact) (?:me|us)\b|\bll[aá]m[ae]n?me\b|\bcont[aá]cten?me\b|(?<!\bno (?:me )?)\bescr[ií]ban?(?:me)?\b/iu

/** Returns whether a visitor asks not to be called, texted, or written to anymore, without another way of contact. */
export const wantsNoContact = (text: string): boolean =>
  !WANTS_CONTACT.test(text) && (REFUSES.test(text) || wishes('nocontact', text))

interface Read {
  acts: ReadonlySet<Act>
  facts: { phone?: string; email?: string }
  prefers: Preference | null
}

/** Returns whether a visitor who asked not to be contacted asks for it after all. */
export const wantsContact = ({ acts, facts, prefers }: Read, text: string): boolean =>
  acts.has('callMe') ||
  acts.has('person') ||
  prefers !== null ||
  facts.phone !== undefined ||
  facts.email !== undefined ||
  WANTS_CONTACT.test(text) ||
  wantsBooking(text)
