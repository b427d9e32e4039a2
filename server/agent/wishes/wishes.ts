import { readClassifier } from '../risk/classifier.ts'

const { scoresOf, thresholds } = readClassifier(new URL('wishes.json', import.meta.url))

/** What people want of the business: to reach a person, or to get no more messages. */
export type Wish = 'person' | 'optout'

/** Returns whether a message expresses a wish, as learned from the examples (`npm run train`). English and Spanish. */
export const wishes = (wish: Wish, message: string): boolean =>
  (scoresOf(message)[wish] ?? Number.NEGATIVE_INFINITY) >= (thresholds[wish] ?? Number.POSITIVE_INFINITY)
