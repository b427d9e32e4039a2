import { hashOf } from '../risk/features.ts'
import { likelihoodsOf, likenessOf } from '../understand/likelihoods.ts'
import { keywords } from '../words/words.ts'

/** Splits an FAQ into its question and its answer. The question of any other text is empty. */
function partsOf(source: string): [question: string, answer: string] {
  const end = source.indexOf('?')
  return end > 0 && end < source.length - 2 ? [source.slice(0, end + 1), source.slice(end + 1)] : ['', source]
}

const nearest = (word: string, others: ReadonlySet<string>) =>
  Math.max(0, ...[...others].map((other) => likenessOf(word, other)))

const mean = (values: readonly number[], other: number) =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : other

/** Returns how likely two texts have the same intent. */
function agreement(a: string, b: string): number {
  const others = likelihoodsOf(b)
  return [...likelihoodsOf(a)].reduce(
    (sum, [intent, chance]) => sum + Math.min(chance, others.get(intent) ?? 0),
    0,
  )
}

const few = (count: number) => Math.min(count, 5)

/** Returns what tells whether a text answers a question, as hashes of features: shared and similar words and intents. */
export function featuresOfMatch({ asked, source }: { asked: string; source: string }): number[] {
  const [question, answer] = partsOf(source)
  const words = [...keywords(asked)].filter((word) => /\p{L}/u.test(word))
  const own = keywords(source)
  const ofQuestion = keywords(question || answer)
  const near = words.map((word) => (own.has(word) ? 1 : nearest(word, own))).toSorted((a, b) => b - a)
  const missing = words.filter((word) => !own.has(word))
  const covered = words.length - missing.length
  const sameIntent = agreement(asked, question || answer)
  const like = likenessOf(asked, question || answer)
  return [
    `covered ${few(covered)} ${few(words.length)}`,
    `covered ${few(covered)}`,
    `share ${words.length > 0 ? Math.round((6 * covered) / words.length) : 6}`,
    `near ${Math.round(8 * mean(near.slice(covered), 1))}`,
    `nearest ${Math.round(8 * mean(near.slice(0, 2), 0))}`,
    `intent ${Math.round(8 * sameIntent)}`,
    `intent of answer ${Math.round(8 * agreement(asked, answer))}`,
    `question ${Math.round(12 * like)}`,
    `answer ${Math.round(12 * likenessOf(asked, answer))}`,
    `source ${Math.round(12 * likenessOf(asked, source))}`,
    `back ${few([...ofQuestion].filter((word) => words.includes(word)).length)} ${few(ofQuestion.size)}`,
    `faq ${question !== ''}`,
    `intent ${Math.round(4 * sameIntent)} ${few(covered)}`,
    `question ${Math.round(6 * like)} ${few(covered)}`,
  ].map(hashOf)
}
