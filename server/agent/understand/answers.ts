import type { FactName } from '../state.ts'
import { readIntents } from './intents.ts'

const { likelihoodsOf } = readIntents(new URL('./answers.json', import.meta.url))

/** The details that owners ask for, and the classes of the examples that tell them. */
const CLASSES: Partial<Record<FactName, string>> = {
  property_size: 'size',
  budget: 'budget',
  timeline: 'timeline',
  service_availability: 'availability',
}

/** The least probability that a text tells a detail, and that it answers the question at all. */
const LEAST_DETAIL = 0.7
const LEAST_ANSWER = 0.25

/** Returns the probability that a text answers the question for a detail; null for other facts. */
function chanceOfAnswer(fact: FactName, text: string): number | null {
  const name = CLASSES[fact]
  return name ? (likelihoodsOf(text).get(name) ?? 0) : null
}

/** Returns whether a text tells a detail: `half an acre`. False for facts that have their own readers. */
export const tellsDetail = (fact: FactName, text: string): boolean =>
  (chanceOfAnswer(fact, text) ?? 0) >= LEAST_DETAIL

/** Returns whether a text may answer the question for a fact, even without a value: `the listing says it`. */
export const mayAnswer = (fact: FactName, text: string): boolean =>
  (chanceOfAnswer(fact, text) ?? 1) >= LEAST_ANSWER
