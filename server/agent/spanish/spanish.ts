import { readClassifier } from '../risk/classifier.ts'

const { scoresOf, thresholds } = readClassifier(new URL('spanish.json', import.meta.url))

/** Returns whether a message is in Spanish rather than English, as learned from the examples (`npm run train`). */
export const isSpanish = (message: string): boolean =>
  (scoresOf(message).spanish ?? Number.NEGATIVE_INFINITY) >= (thresholds.spanish ?? Number.POSITIVE_INFINITY)
