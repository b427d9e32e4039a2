import MiniSearch from 'minisearch'
import { keywords } from './extract/words.ts'

export interface FaqEntry {
  question: string
  answer: string
}

/** An entry matches if the shared words make up at least this share of both texts. */
const THRESHOLD = 0.5
/** One shared word is not enough, unless either side has only one. */
const FEWEST_SHARED = 2
/** Only this many characters of an answer are searched. */
const ANSWER_LENGTH = 500
/** The share of letters in a word that may be wrong; short words must match. */
const FUZZY = 0.2
const LONG_WORD = 5
/** Words of an answer weigh less than words of its question. */
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
 * Returns the entry that answers the visitor's message, or null if none clearly does. A typo-tolerant search over
 * questions and answers ranks the entries; the best one must share enough meaningful words with the message.
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
    const recall = queryTerms.length / asked.size
    const precision = own.size === 0 ? 0 : shared / own.size
    const isEnough = shared >= Math.min(FEWEST_SHARED, own.size, asked.size)
    if (shared > 0 && isEnough && (2 * recall * precision) / (recall + precision) >= THRESHOLD) return entry
  }
  return null
}
