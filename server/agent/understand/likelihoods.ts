import { type Likelihoods, readIntents } from './intents.ts'

const reader = readIntents(new URL('./intents.json', import.meta.url))

const MOST_REMEMBERED = 2_000
/** The maximum length of a remembered text, so that FAQ entries are remembered and long messages aren't. */
const LONGEST_REMEMBERED = 500
const remembered = new Map<string, Likelihoods>()

/** Returns the probabilities of the intents of a text, as learned from the examples (`npm run train`). */
export function likelihoodsOf(text: string): Likelihoods {
  const known = remembered.get(text)
  if (known) return known
  const likelihoods = reader.likelihoodsOf(text)
  if (text.length > LONGEST_REMEMBERED) return likelihoods
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(text, likelihoods)
  return likelihoods
}

/** Returns the likelihoods in a context. `expected` says how much likelier some intents are than without it. */
export function inContext(likelihoods: Likelihoods, expected: Readonly<Record<string, number>>): Likelihoods {
  const factors = Object.entries(expected)
  const total = factors.reduce(
    (sum, [intent, factor]) => sum + (factor - 1) * (likelihoods.get(intent) ?? 0),
    1,
  )
  const likely = new Map([...likelihoods].map(([intent, chance]) => [intent, chance / total]))
  for (const [intent, factor] of factors) likely.set(intent, factor * (likely.get(intent) ?? 0))
  return likely
}

/** Returns the probability of one of some intents. */
export const chanceIn = (likelihoods: Likelihoods, intents: readonly string[]): number =>
  intents.reduce((sum, intent) => sum + (likelihoods.get(intent) ?? 0), 0)

/** Returns the probability that a text has one of some intents. */
export const chanceOf = (text: string, intents: readonly string[]): number =>
  chanceIn(likelihoodsOf(text), intents)

/** Returns whether an intent is that of a question about the business. */
const isAsking = (intent: string) => intent.startsWith('ask_') || intent === 'haggle'

/** Returns the question that a text most likely asks, and its probability among all intents. */
export function questionIn(text: string): { intent: string; chance: number } {
  let best = { intent: '', chance: 0 }
  for (const [intent, chance] of likelihoodsOf(text))
    if (isAsking(intent) && chance > best.chance) best = { intent, chance }
  return best
}

/** Returns the probability that a text asks the business something. */
export const chanceOfQuestion = (text: string): number =>
  [...likelihoodsOf(text)].reduce((sum, [intent, chance]) => (isAsking(intent) ? sum + chance : sum), 0)

const MOST_DIRECTIONS = 4_000
const directions = new Map<string, Float64Array>()

function directionOf(text: string): Float64Array {
  const known = directions.get(text)
  if (known) return known
  const direction = reader.directionOf(text)
  if (text.length > LONGEST_REMEMBERED) return direction
  if (directions.size >= MOST_DIRECTIONS) directions.clear()
  directions.set(text, direction)
  return direction
}

/** Returns how alike two texts are used in the examples of the intents, at most 1: `mow` and `cut` are. */
export function likenessOf(a: string, b: string): number {
  const other = directionOf(b)
  return directionOf(a).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}
