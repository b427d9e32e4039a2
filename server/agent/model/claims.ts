import { readClassifier } from '../risk/classifier.ts'
import { isOnSubject } from '../search/search.ts'
import type { Source } from '../sources.ts'
import type { Business } from '../state.ts'
import type { Sentence } from './form.ts'
import { deniesHours } from './hours.ts'
import { advisesAgainstHelp, sendsToHelp } from './safety-advice.ts'
import { strangeIn } from './strange.ts'
import { supports } from './support.ts'

const social = readClassifier(new URL('social.json', import.meta.url))

/** Returns whether a sentence needs no source, as learned from the examples: a courtesy, or a question to the visitor. */
const isSocial = (say: string) =>
  (social.scoresOf(say).social ?? Number.NEGATIVE_INFINITY) >= (social.thresholds.social ?? 0)

const YES_OR_NO =
  'yes|yeah|yep|yup|no|nope|correct|exactly|right|true|okay|ok|indeed|sure|absolutely|definitely|certainly|of course|s[ií]|claro(?: que s[ií])?|exacto|correcto|cierto|por supuesto'
const THANKS = '(?:thanks?|thank you|gracias)(?!\\p{L})'
/** Matches a yes or no without what it is about. */
const BARE = new RegExp(
  `^\\W*(?:${THANKS}[^,]*,\\s*)?(?:(?:${YES_OR_NO})(?:[^\\p{L}\\d]+|$))+(?:${THANKS}.*)?$`,
  'iu',
)
/** Matches a yes or no before something else, and agreement with the visitor. Both are claims. */
const AGREES = new RegExp(
  `^\\W*(?:${YES_OR_NO})\\s*[,.!;:–—-]|(?<!\\p{L})(?:you(?:['’]?re| are) (?:\\p{L}+ )?right|tienes? (?:toda la )?raz[oó]n)(?!\\p{L})`,
  'iu',
)

/** Returns whether a sentence only says yes or no. Nobody can check what it affirms. */
export const isBareAnswer = (say: string) => BARE.test(say)

/** What a model's sentences are checked against. */
export interface Grounds {
  business: Business
  sources: readonly Source[]
  /** All of the visitor's messages. */
  visitor: readonly string[]
  /** What is known about the visitor, such as their name. */
  known: readonly string[]
  /** Whether a call is booked. */
  isBooked: boolean
  /** The instructions, which no sentence may repeat. */
  instructions: string
}

/** Whether a sentence can be sent, and if not, why, and what the owner says instead. */
export type Verdict =
  | { isFit: true; isHelp: boolean; sources: readonly Source[] }
  | { isFit: false; reason: string; quote: Source | null }

const LONGEST = 400
const MARKUP = /<\/?[a-z][^>]*>|\[[^\]]*\]\([^)]*\)|```|[{}]/i
const LINK =
  /\bhttps?:\/\/\S+|\bwww\.\S+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[a-z\d-]+\.(?:com|net|org|io|co|biz|info|shop|store|site|online|app|xyz|website|link|page|top|club|dev|ai|mx)\b(?:\/\S*)?|\b[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}\/\S+/gi
/** Matches what only the software says, after it has stored it. */
const STATE =
  /\b(?:booked|confirmed|reserved|scheduled you|you['’]?re (?:all )?set|(?:i|we)(?:['’]ve| have)? (?:cancel|mov|reschedul|not|add|chang|updat)(?:l?ed|ed|d)|(?:reserv|agend|confirm|program|cancel)ad[oa]s?)(?!\p{L})/iu
/** The number of words in a row that repeat the instructions. */
const REPEATED = 6

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function repeats(say: string, instructions: string): boolean {
  const own = ` ${wordsOf(instructions).join(' ')} `
  const words = wordsOf(say)
  return words.some(
    (_, at) => at + REPEATED <= words.length && own.includes(` ${words.slice(at, at + REPEATED).join(' ')} `),
  )
}

/** Returns why no sentence of this form is sent, whatever it cites; null if there is no such reason. */
function faultOfForm(
  say: string,
  cited: string,
  { instructions, isBooked, visitor }: Grounds,
): string | null {
  if (say.length > LONGEST) return 'too long'
  if (advisesAgainstHelp(say)) return 'advice against help'
  if (MARKUP.test(say)) return 'markup'
  if (repeats(say, instructions)) return 'instructions'
  const given = [cited, ...visitor].join('\n').toLowerCase()
  const links = (say.match(LINK) ?? []).map((link) => link.toLowerCase().replace(/[^\p{L}\d/]+$/u, ''))
  if (links.some((link) => !given.includes(link))) return 'a link'
  return STATE.test(say) && !isBooked && !STATE.test(cited) ? 'a change that was not made' : null
}

/** Matches what only the team can do. */
const PROMISE =
  /\b(?:team|owner|equipo|dueñ[oa])\b|\b(?:pass\w*|forward\w*|find out|check|look into|follow up|reach out|get back|in touch|let you know)\b|(?<!\p{L})(?:averigu|consult|pregunt)\p{L}+/iu

/** Returns whether a sentence promises that a person does something. */
export const promisesPerson = ({ say, cites }: Sentence, sources: readonly Source[]) =>
  cites.includes('policy.team') || (sources.length === 0 && !/\?\s*$/.test(say) && PROMISE.test(say))

/** The kinds of sources in the owner's words, which can be quoted. */
const QUOTABLE = /^(?:faq|price|detail|services|hours|closed|area|place|address|phone|email|booking|call)\b/

/** Returns the cited source that the visitor's last message is about, if any, to be quoted instead of a wrong sentence. */
function quotable(cited: readonly Source[], { visitor }: Grounds): Source | null {
  const asked = visitor.at(-1) ?? ''
  return cited.find((source) => QUOTABLE.test(source.id) && isOnSubject(asked, source)) ?? null
}

/**
 * Judges one sentence of a model. A sentence with sources must say nothing that they, together with the visitor's words,
 * don't say: no other number, day, or name, and in the classifier's view no other claim. One without sources must be
 * social or a question. Directions to help and out of danger always pass.
 */
export function judge({ say, cites }: Sentence, grounds: Grounds): Verdict {
  const { business, sources, visitor } = grounds
  const sourcesOfIt = sources.filter(({ id }) => cites.includes(id))
  const cited = sourcesOfIt.map(({ text }) => text).join(' ')
  const unfit = (reason: string): Verdict => ({ isFit: false, reason, quote: quotable(sourcesOfIt, grounds) })
  if (sendsToHelp(say)) return { isFit: true, isHelp: true, sources: [] }
  const fault = faultOfForm(say, cited, grounds)
  if (fault) return unfit(fault)
  if (isBareAnswer(say)) return unfit('only a yes or no')
  const own = visitor.join(' \n ')
  const known = [business.name, business.agentName, ...grounds.known].join(' ')
  if (!AGREES.test(say) && isSocial(say)) {
    const strange = strangeIn(say, cited, own, `${known} ${own}`, /\?\s*$/.test(say))
    return strange ? unfit(strange) : { isFit: true, isHelp: false, sources: [] }
  }
  if (cited === '') return unfit('no source')
  const strange = strangeIn(say, cited, own, known)
  if (strange) return unfit(strange)
  if (deniesHours(say, cites, business)) return unfit('other hours')
  return supports({ say, cited, visitor: own })
    ? { isFit: true, isHelp: false, sources: sourcesOfIt }
    : unfit('not what the source says')
}
