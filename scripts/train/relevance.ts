import type { StoredClassifier } from '../../server/agent/risk/classifier.ts'
import { featuresOfMatch } from '../../server/agent/search/features.ts'
import type { Line } from './claims.ts'
import { headsOfDocuments } from './heads.ts'
import { randomFrom, shuffled } from './regression.ts'

/** How many texts that don't answer a question are learned with each that does. */
const OTHERS = 8
const KEPT = 2_000
const SEED = 7

interface Match {
  isRelevant: boolean
}

const RELEVANT = {
  relevant: { kept: KEPT, isMember: ({ isRelevant }: Match) => isRelevant, isUsed: () => true },
}

/** Trains the classifier that tells whether an owner's text is on the subject of a visitor's question. */
export function trainRelevance(lines: readonly Line[], digest: string): StoredClassifier {
  const random = randomFrom(SEED)
  const documents = lines.flatMap(({ asked, source }) => {
    const others = shuffled(lines, random).filter((each) => each.source !== source)
    return [source, ...others.slice(0, OTHERS).map((each) => each.source)].map((text, at) => ({
      example: { isRelevant: at === 0 },
      hashes: featuresOfMatch({ asked, source: text }),
    }))
  })
  return { digest, thresholds: {}, heads: headsOfDocuments(documents, RELEVANT) }
}
