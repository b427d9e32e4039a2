import { readClassifier } from './classifier.ts'

const { scoresOf, thresholds } = readClassifier(new URL('risk.json', import.meta.url))

/** The kinds of danger that the examples tell apart. */
const KINDS = [
  'crime',
  'electric',
  'fire',
  'gas',
  'injury',
  'poison',
  'selfharm',
  'structure',
  'threat',
] as const
export type RiskKind = (typeof KINDS)[number]

/** What a message tells of. */
export interface Risk {
  /** The kind of danger; null if the message doesn't clearly tell of one. */
  kind: RiskKind | null
  /** Whether the message fits that kind much better than any other. */
  isSureOfKind: boolean
  /** Whether the message may tell of a danger, but not clearly. */
  isHint: boolean
  /** Whether it is unlikely that the message tells of a danger. */
  isUnlikely: boolean
  /** Whether the visitor is under 18. */
  isMinor: boolean
}

const least = (name: string) => thresholds[name] ?? Number.POSITIVE_INFINITY
/** The lead of the best kind over the next one, as a logarithm of odds, from which it is certain. */
const CERTAIN = 1

/** The score from which a danger is sure, and that of its kind. Below both, it is only a possible one. */
const SURE = 2
const SURE_OF_KIND = 1

/**
 * Returns the risk in a message, as learned from the examples (`npm run train`). English and Spanish. `rest` is the message
 * without contact details and addresses; the greater danger of the two counts.
 */
export function riskIn(message: string, rest = message): Risk {
  const [whole, bare] = [scoresOf(message), scoresOf(rest)]
  const scores = (bare.danger ?? 0) > (whole.danger ?? 0) ? bare : whole
  const scoreOf = (name: string) => scores[name] ?? Number.NEGATIVE_INFINITY
  const kindScore = (kind: RiskKind) => scoreOf(`kind:${kind}`)
  const [best, next] = KINDS.toSorted((a, b) => kindScore(b) - kindScore(a)) as [RiskKind, RiskKind]
  const score = scoreOf('danger')
  const isDanger =
    score >= least('danger') && (best === 'structure' || score >= SURE || kindScore(best) >= SURE_OF_KIND)
  return {
    kind: isDanger ? best : null,
    isSureOfKind: kindScore(best) - kindScore(next) >= CERTAIN,
    isHint: !isDanger && score >= least('hint'),
    isUnlikely: score < (thresholds.unlikely ?? Number.NEGATIVE_INFINITY),
    isMinor: scoreOf('minor') >= least('minor'),
  }
}
