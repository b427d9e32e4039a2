import { keywords } from './extract/words.ts'

export interface FaqEntry {
  question: string
  answer: string
}

/** A question counts as answered when the words it shares with the visitor's are this large a part of both. */
const THRESHOLD = 0.5
/** A single shared word says too little, unless either side has no other. */
const FEWEST_SHARED = 2

/**
 * The entry that answers what the visitor wrote, or null when none clearly does: words that carry meaning are
 * compared, rare ones weighing more, and the better of two near matches must win.
 */
export function findAnswer<Entry extends FaqEntry>(faqs: readonly Entry[], text: string): Entry | null {
  const asked = keywords(text)
  if (asked.size === 0 || faqs.length === 0) return null
  const entries = faqs.map((faq) => ({ faq, words: keywords(faq.question) }))
  const weight = (word: string) => {
    const known = entries.filter(({ words }) => words.has(word)).length
    return Math.log(1 + entries.length / (known + 0.5))
  }
  const weights = new Map<string, number>()
  const total = (words: Iterable<string>) => {
    let sum = 0
    for (const word of words) {
      const value = weights.get(word) ?? weight(word)
      weights.set(word, value)
      sum += value
    }
    return sum
  }
  const ranked = entries
    .map(({ faq, words }) => {
      const shared = [...words].filter((word) => asked.has(word))
      const enough = shared.length >= Math.min(FEWEST_SHARED, words.size, asked.size)
      const score = enough && shared.length > 0 ? (2 * total(shared)) / (total(words) + total(asked)) : 0
      return { faq, score }
    })
    .sort((a, b) => b.score - a.score)
  const best = ranked[0]
  return best && best.score >= THRESHOLD ? best.faq : null
}
