import type { StoredClassifier } from '../../server/agent/risk/classifier.ts'
import type { Example } from './examples.ts'
import { type Class, headsOf, heldOutScores, thresholdOf, type Vary } from './heads.ts'

/** The number of features that a class keeps. */
const KEPT = 6_000
/** The shares of other messages that may score above each threshold, measured on examples that were held out. */
const ALLOWED: Readonly<Record<string, number>> = {
  person: 0.005,
  optout: 0.02,
  nocontact: 0.006,
  urgent: 0.012,
}

/**
 * Trains the classifier of wishes: to reach a person, to get no more messages, not to be contacted at all, and to get
 * help soon.
 */
export function trainWishes(examples: readonly Example[], digest: string, vary?: Vary): StoredClassifier {
  const names = [...new Set(examples.flatMap(({ wish }) => wish ?? []))].toSorted()
  const classOf = (name: string): Class => ({
    kept: KEPT,
    isMember: ({ wish }) => wish === name,
    // Another wish can be this one, too: `stop the bot, get me a person`.
    isUsed: ({ wish }) => wish === null || wish === name,
    // Opt-outs arrive by text message, so the sender's number is known and rarely written.
    isPlain: name === 'optout',
  })
  const classes = Object.fromEntries(names.map((name) => [name, classOf(name)]))
  const others = heldOutScores(examples, classes, vary).filter(({ example }) => example.wish === null)
  return {
    digest,
    thresholds: Object.fromEntries(
      names.map((name) => [name, thresholdOf(others, name, ALLOWED[name] ?? 0)]),
    ),
    heads: headsOf(examples, classes, vary),
  }
}
