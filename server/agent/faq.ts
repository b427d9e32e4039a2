import MiniSearch from 'minisearch'
import { keywords } from './extract/words.ts'

export interface FaqEntry {
  question: string
  answer: string
}

/** An entry answers when the words it shares with the visitor's question are this large a part of both. */
const THRESHOLD = 0.5
/** A single shared word says too little, unless either side has no other. */
const FEWEST_SHARED = 2
/** What stands further on in an answer is not searched. */
const ANSWER_LENGTH = 500
/** Letters that may be wrong in a word, as a part of its length; short words must be right. */
const FUZZY = 0.2
const LONG_WORD = 5
/** The words of an answer say less about what it answers than those of its question. */
const ANSWER_WEIGHT = 0.3

interface Indexed {
  id: number
  question: string
  answer: string
}

function indexOf(faqs: readonly FaqEntry[]): MiniSearch<Indexed> {
  const index = new MiniSearch<Indexed>({
    fields: ['question', 'answer'],
    tokenize: (text) => [...keywords(text)],
    processTerm: (term) => term,
    searchOptions: {
      boost: { question: 1, answer: ANSWER_WEIGHT },
      fuzzy: (term) => (term.length >= LONG_WORD ? FUZZY : false),
      weights: { fuzzy: 0.5, prefix: 0 },
    },
  })
  index.addAll(
    faqs.map(({ question, answer }, id) => ({ id, question, answer: answer.slice(0, ANSWER_LENGTH) })),
  )
  return index
}

/**
 * The entry that answers what the visitor wrote, or null when none clearly does. A search over questions and
 * answers, typing errors forgiven, ranks the entries; the best must share enough of its meaning words with the
 * visitor's, else the honest answer is that the agent will ask.
 */
export function findAnswer<Entry extends FaqEntry>(faqs: readonly Entry[], text: string): Entry | null {
  const asked = keywords(text)
  if (asked.size === 0 || faqs.length === 0) return null
  for (const { id, match, queryTerms } of indexOf(faqs).search(text)) {
    const entry = faqs[id]
    if (!entry) continue
    const own = keywords(entry.question)
    const sharedOwn = Object.entries(match).filter(([, fields]) => fields.includes('question'))
    const shared = sharedOwn.length
    const heard = queryTerms.length / asked.size
    const met = own.size === 0 ? 0 : shared / own.size
    const isEnough = shared >= Math.min(FEWEST_SHARED, own.size, asked.size)
    if (shared > 0 && isEnough && (2 * heard * met) / (heard + met) >= THRESHOLD) return entry
  }
  return null
}
