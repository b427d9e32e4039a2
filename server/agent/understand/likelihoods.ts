import { type Likelihoods, readIntents } from './intents.ts'

const read = readIntents(new URL('./intents.json', import.meta.url))

const MOST_REMEMBERED = 2_000
/** The maximum length of a remembered text, so that FAQ entries are remembered and long messages aren't. */
const LONGEST_REMEMBERED = 500
const remembered = new Map<string, Likelihoods>()

/** Returns the probabilities of the intents of a text, as learned from the examples (`npm run train`). */
export function likelihoodsOf(text: string): Likelihoods {
  const known = remembered.get(text)
  if (known) return known
  const likelihoods = read(text)
  if (text.length > LONGEST_REMEMBERED) return likelihoods
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(text, likelihoods)
  return likelihoods
}

/**
 * Returns the probability that a text has one of some intents. `expected` says how much likelier some intents are than
 * without the context.
 */
export function chanceOf(
  text: string,
  intents: readonly string[],
  expected: Readonly<Record<string, number>> = {},
): number {
  const likelihoods = likelihoodsOf(text)
  const odds = (intent: string) => (likelihoods.get(intent) ?? 0) * (expected[intent] ?? 1)
  const sum = (names: readonly string[]) => names.reduce((total, name) => total + odds(name), 0)
  return sum(intents) / sum([...likelihoods.keys()])
}

/** Returns the question that a text most likely asks, and its probability among all intents. */
export function questionIn(text: string): { intent: string; chance: number } {
  let best = { intent: '', chance: 0 }
  for (const [intent, chance] of likelihoodsOf(text))
    if (intent.startsWith('ask_') && chance > best.chance) best = { intent, chance }
  return best
}

/** Returns the probability that a text asks the business something. */
export const chanceOfQuestion = (text: string): number =>
  [...likelihoodsOf(text)].reduce(
    (sum, [intent, chance]) => (intent.startsWith('ask_') || intent === 'haggle' ? sum + chance : sum),
    0,
  )
