import { wishes } from '../agent/wishes/wishes.ts'

/** The words by which carriers recognize an opt-out, in English, Spanish, and French. */
const STOP =
  /^(?:stop|stop ?all|unsubscribe|unsub|cancel|end|quit|revoke|opt ?out|alto|parar?|pare|no mas|cancelar|baja|(?:dar(?:me)?|deme|denme) de baja|detener|basta|arret(?:er?)?)(?: (?:it|this|now|messages?|texts?|texting|messaging|me|ya|todo))*$/
/** What surrounds such a word. */
const POLITE = /\b(?:please|pls|plz|thank you|thanks?|thx|por favor|gracias)\b/g
const STOP_SIGN = /^[\s\p{P}]*(?:[🛑⛔🚫]\p{M}*[\s\p{P}]*)+$/u
const START = /^(?:start|yes|unstop)$/
const HELP = /^(?:help|info)$/
const WRONG_NUMBER =
  /\b(?:wrong (?:number|num|person|guy|phone)|(?:numero|telefono|persona) (?:equivocad[oa]|incorrecto)|(?:se )?equivoc\w+ de (?:numero|persona))\b/g
/** Answers in which the examples can't distinguish a refusal of texts from one of something else. */
const BARE_NO = /^(?:no+|nope|nah|n)$/

/** The words after which Twilio sends no more texts, and confirms that, unless another list is set up there. */
const OF_TWILIO = /^\s*(?:stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)\s*$/i

/** The words after which Telnyx sends no more texts, unless another list is set up there. */
const OF_TELNYX = /^\s*(?:stop|stop ?all|unsubscribe|cancel|end|quit)\s*$/i

/**
 * What a text to this server's number requests: no more texts, texts again, or to know who sends them. `unclear` says
 * that the number isn't the recipient's, but not whether it wants texts.
 */
export type TextWish = 'stop' | 'unclear' | 'start' | 'help'

/** Returns what a text requests with the words of carriers, ignoring case, accents, and punctuation, or null. */
export function listedWishOf(text: string): TextWish | null {
  if (STOP_SIGN.test(text)) return 'stop'
  const said = saidIn(text)
  if (STOP.test(said)) return 'stop'
  if (START.test(said)) return 'start'
  return HELP.test(said) ? 'help' : null
}

/** Returns what a text requests, in any words, or null for any other text. */
export function wishOf(text: string): TextWish | null {
  const listed = listedWishOf(text)
  if (listed !== null) return listed
  if (BARE_NO.test(saidIn(text))) return null
  const words = plain(text)
  const beside = words.replace(WRONG_NUMBER, ' ')
  if (beside !== words) return wishes('optout', beside) ? 'stop' : 'unclear'
  return wishes('optout', text) ? 'stop' : null
}

/** Returns whether Twilio itself stops and confirms further texts after a text. */
export const stopsAtTwilio = (text: string): boolean => OF_TWILIO.test(text)

/** Returns whether Telnyx itself stops and confirms further texts after a text. */
export const stopsAtTelnyx = (text: string): boolean => OF_TELNYX.test(text)

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Leaves the words out of lowercase text that are only polite. */
export const withoutPolite = (words: string): string => words.replace(POLITE, ' ')

/** Returns the words of a text without those that are only polite. */
const saidIn = (text: string) => once(withoutPolite(plain(text)))

/** Leaves out words that only repeat the previous one: `stop stop`. */
const once = (words: string) =>
  words
    .split(' ')
    .filter((word, index, all) => word !== '' && word !== all[index - 1])
    .join(' ')
