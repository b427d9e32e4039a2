import type { StoredClassifier } from '../../server/agent/risk/classifier.ts'
import type { Example } from './examples.ts'
import { type Class, headsOf, heldOutScores, thresholdOf } from './heads.ts'

const CLASSES: Readonly<Record<string, Class>> = {
  spanish: {
    kept: 6_000,
    isMember: ({ language }) => language === 'es',
    // Messages of cases have no language.
    isUsed: ({ language }) => language !== '',
  },
}
/** The share of English messages that may be taken for Spanish, measured on examples that were held out. */
const ALLOWED = 0.002

/** Trains the classifier that tells Spanish from English. */
export function trainSpanish(examples: readonly Example[], digest: string): StoredClassifier {
  const english = heldOutScores(examples, CLASSES).filter(({ example }) => example.language === 'en')
  return {
    digest,
    thresholds: { spanish: thresholdOf(english, 'spanish', ALLOWED) },
    heads: headsOf(examples, CLASSES),
  }
}
