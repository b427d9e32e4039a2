import { readClassifier } from '../risk/classifier.ts'
import { type Claim, featuresOfClaim } from './features.ts'

const { scoresOf, thresholds } = readClassifier(new URL('support.json', import.meta.url), featuresOfClaim)

/** Returns whether the cited texts support a sentence, as learned from the examples (`npm run train`). */
export const supports = (claim: Claim): boolean =>
  (scoresOf(claim).supported ?? Number.NEGATIVE_INFINITY) >=
  (thresholds.supported ?? Number.POSITIVE_INFINITY)
