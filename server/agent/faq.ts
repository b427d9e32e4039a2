import { type Kind, type Terms, termsOf } from './terms.ts'
import { chanceOf, questionIn } from './understand/likelihoods.ts'

export interface FaqEntry {
  question: string
  answer: string
}

/** The number of characters of an answer that are searched. */
const ANSWER_LENGTH = 500
const WEIGHTS: Readonly<Record<Kind, number>> = { aspect: 1, subject: 1, topic: 1, other: 0.7, minor: 0.15 }
/** The weight of the visitor's own obligation, so that `do I need insurance?` doesn't match `are you insured?`. */
const DUTY = 0.5
/** The weight of a term that only the answer mentions. */
const IN_ANSWER = 0.8
/** The weight of specific work that a general entry doesn't name. */
const SPECIAL_CASE = 0.3
/** The minimum shares of the visitor's question and of the entry's question that must be about the same thing. */
const SHARE_OF_ASKED = 0.7
const SHARE_OF_ENTRY = 0.34
/** The minimum lead of the best entry over the next one. */
const MARGIN = 0.1

export const YES_OR_NO =
  /^\W*(?:yes|yeah|yep|no|nope|of course|absolutely|certainly|sure|always|never|s[ií])\b/i
const SAYS_WHEN =
  /\b(?:days?|weeks?|months?|years?|hours?|minutes|upon|completion|before|after|once|end of|every|january|february|march|april|june|july|august|september|october|november|december)\b/i

interface Match {
  score: number
  isExact: boolean
}

const total = (terms: Terms, of: (term: string, kind: Kind) => number) =>
  [...terms].reduce((sum, [term, kind]) => sum + of(term, kind), 0)

const subjectsOf = (terms: Terms) => [...terms].filter(([, kind]) => kind === 'subject').map(([term]) => term)

/** Returns how well an entry answers a question; null if it doesn't. */
function matchOf(asked: Terms, entry: FaqEntry): Match | null {
  const own = termsOf(entry.question)
  const shared = [...asked].filter(([term, kind]) => own.has(term) && kind !== 'minor')
  if (shared.length === 0 && !(own.size > 0 && total(own, (_, kind) => (kind === 'minor' ? 0 : 1)) === 0)) {
    return null
  }
  const answer = entry.answer.slice(0, ANSWER_LENGTH)
  const said = termsOf(answer)
  const ownSubjects = subjectsOf(own)
  const isSaid = (term: string) =>
    said.has(term) || ((term === 'when' || term === 'duration') && SAYS_WHEN.test(answer))
  // Work that the entry doesn't cover.
  const isOther = (term: string) => !own.has(term) && !said.has(term)
  if (ownSubjects.length > 0 && subjectsOf(asked).some(isOther)) return null

  const isAskedFor = ([term, kind]: [string, Kind]): boolean => {
    if (asked.has(term) || kind === 'minor') return true
    if (kind === 'aspect') return false
    if (asked.has('price')) return false
    return isSaid(term) || !YES_OR_NO.test(answer)
  }
  if (![...own].every(isAskedFor)) return null

  const weight = (term: string, kind: Kind) => {
    if (kind === 'subject' && ownSubjects.length === 0 && !own.has(term)) return SPECIAL_CASE
    return term === 'duty' ? DUTY : WEIGHTS[kind]
  }
  const covered = total(
    asked,
    (term, kind) => weight(term, kind) * (own.has(term) ? 1 : isSaid(term) ? IN_ANSWER : 0),
  )
  const share = covered / total(asked, weight)
  const ownShare =
    total(own, (term, kind) => (asked.has(term) ? WEIGHTS[kind] : 0)) / total(own, (_, kind) => WEIGHTS[kind])
  if (share < SHARE_OF_ASKED || ownShare < SHARE_OF_ENTRY) return null
  return { score: share + ownShare, isExact: share === 1 && ownShare === 1 }
}

/** Intents that tell too little about a question for another one with the same intent to be its answer. */
const WIDE: ReadonlySet<string> = new Set([
  'ask_advice',
  'ask_area',
  'ask_booked',
  'ask_callback',
  'ask_commercial',
  'ask_contact',
  'ask_contract',
  'ask_deposit',
  'ask_free',
  'ask_holiday',
  'ask_hours',
  'ask_insured',
  'ask_law',
  'ask_materials',
  'ask_next',
  'ask_offer',
  'ask_other',
  'ask_others',
  'ask_pay',
  'ask_price',
  'ask_recall',
  'ask_who',
  'ask_zone',
])
/** The least probability of the intent that the visitor's question and an entry share. */
const CLEAR = 0.7

/** Returns the entry whose question clearly has an intent, or null if none or several have it. */
function onlyEntryOn<Entry extends FaqEntry>(faqs: readonly Entry[], intent: string): Entry | null {
  const [entry, ...others] = faqs.filter(({ question }) => {
    const own = questionIn(question)
    return own.intent === intent && own.chance >= CLEAR
  })
  return entry && others.length === 0 ? entry : null
}

/**
 * Returns the only entry that asks the same as the visitor by its intent, as learned from the examples. An entry about
 * particular work answers only a question that names it.
 */
function findByIntent<Entry extends FaqEntry>(faqs: readonly Entry[], text: string): Entry | null {
  const asked = questionIn(text)
  if (asked.chance < CLEAR || WIDE.has(asked.intent)) return null
  const entry = onlyEntryOn(faqs, asked.intent)
  return entry && isFitting(termsOf(text), entry) ? entry : null
}

/** The most words of a question that mean nothing to the agent and that the entry lacks. */
const MOST_OTHERS = 2

/** Returns whether an entry says nothing about other work, and lacks no topic of a question. */
function isFitting(asked: Terms, { question, answer }: FaqEntry): boolean {
  const own = termsOf(question)
  const said = termsOf(`${question} ${answer.slice(0, ANSWER_LENGTH)}`)
  const lacking = [...asked].filter(([term, kind]) => kind !== 'minor' && !said.has(term))
  return (
    subjectsOf(own).every((subject) => asked.has(subject)) &&
    lacking.every(([, kind]) => kind === 'other') &&
    lacking.length <= MOST_OTHERS
  )
}

/**
 * Returns the entry that answers the visitor's question, or null if none clearly does. The question and the entry must
 * mean the same, neither may ask for more, and no other entry may fit as well.
 */
export const findAnswer = <Entry extends FaqEntry>(faqs: readonly Entry[], text: string): Entry | null =>
  findByWords(faqs, text) ?? findByIntent(faqs, text)

/** The least probability of a question at which another one is no answer to it, and the most of that one. */
const CERTAIN = 0.6
const UNLIKELY = 0.05

/** Returns whether a question clearly asks something else than an entry, although they share words. */
function asksOther(text: string, question: string): boolean {
  const own = questionIn(question)
  if (own.chance < CLEAR || own.intent === 'ask_other' || own.intent === 'ask_offer') return false
  const asked = questionIn(text)
  const isCertain = Math.max(asked.chance, chanceOf(text, ['haggle'])) >= CERTAIN
  return isCertain && asked.intent !== 'ask_other' && chanceOf(text, [own.intent]) < UNLIKELY
}

function findByWords<Entry extends FaqEntry>(faqs: readonly Entry[], text: string): Entry | null {
  const asked = termsOf(text)
  if (asked.size === 0) return null
  const [best, next] = faqs
    .flatMap((entry) => {
      const match = asksOther(text, entry.question) ? null : matchOf(asked, entry)
      return match ? [{ entry, ...match }] : []
    })
    .sort((a, b) => b.score - a.score)
  if (!best) return null
  const isClear = !next || (best.isExact && !next.isExact) || best.score - next.score >= MARGIN
  return isClear || next?.entry.answer === best.entry.answer ? best.entry : null
}
