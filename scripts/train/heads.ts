import { classifierOf, type StoredHead } from '../../server/agent/risk/classifier.ts'
import { featuresOf } from '../../server/agent/risk/features.ts'
import type { Example } from './examples.ts'
import { fitted, randomFrom, shuffled } from './regression.ts'

/** A feature must occur in this many examples, so that the classifier learns no single message by heart. */
const LEAST_EXAMPLES = 3
const FOLDS = 4
const SEED = 3

interface Document {
  example: Example
  hashes: readonly number[]
}

export interface Class {
  /** The number of features that the class keeps: those whose weight decides most often. */
  kept: number
  isMember: (example: Example) => boolean
  /** The examples to learn from. */
  isUsed: (example: Example) => boolean
}

/** Fits one class and keeps its most useful features, with weights of one byte. */
function headOf(documents: readonly Document[], { kept, isMember, isUsed }: Class): StoredHead {
  const used = documents.filter(({ example }) => isUsed(example))
  const counts = new Map<number, number>()
  for (const { hashes } of used) for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  const known = [...counts].filter(([, count]) => count >= LEAST_EXAMPLES)
  const numbers = new Map(known.map(([hash], at) => [hash, at]))
  const samples = used.map(({ example, hashes }) => {
    const features = Uint32Array.from(hashes.flatMap((hash) => numbers.get(hash) ?? []))
    return { features, count: hashes.length, isMember: isMember(example) }
  })
  const { bias, weights } = fitted(samples, known.length)
  const ranked = known
    .map(([hash, count], at) => ({ hash, weight: weights[at] ?? 0, count }))
    .toSorted((a, b) => Math.abs(b.weight) * Math.sqrt(b.count) - Math.abs(a.weight) * Math.sqrt(a.count))
    .slice(0, kept)
    .toSorted((a, b) => a.hash - b.hash)
  const most = ranked.reduce((max, { weight }) => Math.max(max, Math.abs(weight)), 0)
  const unit = Number((most / 127).toPrecision(6)) || 1
  const hashes = Buffer.alloc(4 * ranked.length)
  const bytes = Buffer.alloc(ranked.length)
  for (const [at, { hash, weight }] of ranked.entries()) {
    hashes.writeUInt32LE(hash, 4 * at)
    bytes.writeInt8(Math.round(weight / unit), at)
  }
  return {
    hashes: hashes.toString('base64'),
    weights: bytes.toString('base64'),
    unit,
    bias: Number(bias.toPrecision(6)),
  }
}

const headsOfDocuments = (documents: readonly Document[], classes: Readonly<Record<string, Class>>) =>
  Object.fromEntries(Object.entries(classes).map(([name, each]) => [name, headOf(documents, each)]))

export const headsOf = (examples: readonly Example[], classes: Readonly<Record<string, Class>>) =>
  headsOfDocuments(documentsOf(examples), classes)

const documentsOf = (examples: readonly Example[]): Document[] =>
  examples.map((example) => ({ example, hashes: featuresOf(example.text) }))

/** An example, and its scores by a classifier that has learned from others. */
export interface HeldOut {
  example: Example
  scores: Readonly<Record<string, number>>
}

/** Scores each example with a classifier that learned from the other parts of the examples. */
export function heldOutScores(
  examples: readonly Example[],
  classes: Readonly<Record<string, Class>>,
): HeldOut[] {
  const order = shuffled(documentsOf(examples), randomFrom(SEED))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const heads = headsOfDocuments(
      order.filter((__, at) => at % FOLDS !== fold),
      classes,
    )
    const { scoresOf } = classifierOf({ digest: '', thresholds: {}, heads })
    return order
      .filter((__, at) => at % FOLDS === fold)
      .map(({ example }) => ({ example, scores: scoresOf(example.text) }))
  }).flat()
}

/** Returns the score of a class above which at most a share of the examples lies. */
export function thresholdOf(held: readonly HeldOut[], name: string, share: number): number {
  const sorted = held.map(({ scores }) => scores[name] ?? 0).toSorted((a, b) => b - a)
  return Number((sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(2))
}
