import type { StoredClassifier } from '../../server/agent/risk/classifier.ts'
import type { Example } from './examples.ts'
import { type Class, headsOf, heldOutScores, thresholdOf, type Vary } from './heads.ts'

/** The number of features that a class keeps: those whose weight decides most often. */
const KEPT = { danger: 20_000, minor: 4_000, kind: 1_500 }
/** The shares of harmless messages that may score above each threshold, measured on examples that were held out. */
const ALLOWED = { danger: 0.015, hint: 0.02, minor: 0.0007 }
/** The share of dangerous messages that may score below the threshold under which a danger is unlikely. */
const UNLIKELY = 0.03
const MINOR = 'minor'

const isDanger = ({ kind }: Example) => kind !== null && kind !== MINOR

/** The classes whose scores decide whether there is a danger or a minor. */
const DECIDING: Readonly<Record<string, Class>> = {
  danger: { kept: KEPT.danger, isMember: isDanger, isUsed: () => true },
  // A danger takes precedence, whoever tells it.
  [MINOR]: { kept: KEPT.minor, isMember: ({ kind }) => kind === MINOR, isUsed: (each) => !isDanger(each) },
}

/** Returns the classes that tell the kinds of danger apart. */
function kindsOf(examples: readonly Example[]): Record<string, Class> {
  const kinds = [...new Set(examples.flatMap(({ kind }) => (kind && kind !== MINOR ? kind : [])))].toSorted()
  const ofKind = (kind: string): Class => ({
    kept: KEPT.kind,
    isMember: (example) => example.kind === kind,
    isUsed: isDanger,
  })
  return Object.fromEntries(kinds.map((kind) => [`kind:${kind}`, ofKind(kind)]))
}

function thresholdsOf(examples: readonly Example[], vary?: Vary): Record<string, number> {
  const held = heldOutScores(examples, DECIDING, vary)
  const harmless = held.filter(({ example }) => example.kind === null)
  const ordinary = harmless.filter(({ example }) => example.unlike === null)
  return {
    danger: thresholdOf(ordinary, 'danger', ALLOWED.danger),
    hint: thresholdOf(ordinary, 'danger', ALLOWED.hint),
    unlikely: thresholdOf(
      held.filter(({ example }) => isDanger(example)),
      'danger',
      1 - UNLIKELY,
    ),
    [MINOR]: thresholdOf(harmless, MINOR, ALLOWED.minor),
  }
}

/**
 * Trains the classifier of dangers: whether a message tells of one, which kind it is, and whether a minor writes. The
 * same examples give the same classifier.
 */
export function trainRisk(examples: readonly Example[], digest: string, vary?: Vary): StoredClassifier {
  return {
    digest,
    thresholds: thresholdsOf(examples, vary),
    heads: headsOf(examples, { ...DECIDING, ...kindsOf(examples) }, vary),
  }
}
