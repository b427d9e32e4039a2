import { readClassifier } from '../risk/classifier.ts'

const { scoresOf, thresholds, isExample } = readClassifier(new URL('wishes.json', import.meta.url))

/**
 * What people want: to reach a person, to get no more text messages, or in a chat, not to be called or written to, or
 * something that can't wait.
 */
export type Wish = 'person' | 'optout' | 'nocontact' | 'urgent'

/**
 * Returns whether a message expresses a wish, as learned from the examples (`npm run train`). English and Spanish. The
 * words of an example always mean what it is an example of.
 */
export const wishes = (wish: Wish, message: string): boolean =>
  isExample(wish, message) ??
  (scoresOf(message)[wish] ?? Number.NEGATIVE_INFINITY) >= (thresholds[wish] ?? Number.POSITIVE_INFINITY)
