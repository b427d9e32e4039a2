import type { StoredClassifier } from '../../server/agent/risk/classifier.ts'
import { keyOfMessage } from '../../server/agent/risk/features.ts'
import type { Example } from './examples.ts'
import { type Class, headsOf, heldOutScores, thresholdOf, type Vary } from './heads.ts'

/** The number of features that a class keeps. Opt-outs and their lookalikes are short, so each word counts. */
const KEPT = 6_000
const OPTOUT = 'optout'
const KEPT_OF_OPTOUT = 12_000
/** The shares of other messages that may score above each threshold, measured on examples that were held out. */
const ALLOWED: Readonly<Record<string, number>> = {
  person: 0.005,
  optout: 0.013,
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
    kept: name === OPTOUT ? KEPT_OF_OPTOUT : KEPT,
    isMember: ({ wish }) => wish === name,
    // Another wish can be this one, too: `stop the bot, get me a person`.
    isUsed: ({ wish }) => wish === null || wish === name,
    // Opt-outs arrive by text message, so the sender's number is known and rarely written.
    isPlain: name === OPTOUT,
  })
  const classes = Object.fromEntries(names.map((name) => [name, classOf(name)]))
  const others = heldOutScores(examples, classes, vary).filter(({ example }) => example.wish === null)
  return {
    digest,
    thresholds: Object.fromEntries(
      names.map((name) => [name, thresholdOf(others, name, ALLOWED[name] ?? 0)]),
    ),
    heads: headsOf(examples, classes, vary),
    examples: Object.fromEntries(names.map((name) => [name, keysOf(name, examples)])),
  }
}

/** Returns the keys of a class's own examples, and of its lookalikes that aren't among them. */
function keysOf(
  name: string,
  examples: readonly Example[],
): NonNullable<StoredClassifier['examples']>[string] {
  // Without words, all messages would have the same key.
  const worded = examples.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  const among = (isIn: (example: Example) => boolean) =>
    new Set(worded.filter(isIn).map(({ text }) => keyOfMessage(text)))
  const members = among(({ wish }) => wish === name)
  const lookalikes = [...among(({ unlike }) => unlike === name)].filter((key) => !members.has(key))
  return { members: inBase64([...members]), lookalikes: inBase64(lookalikes) }
}

const inBase64 = (keys: readonly number[]) =>
  Buffer.from(Uint32Array.from(keys.toSorted((a, b) => a - b)).buffer).toString('base64')
