import { classifierOf, type StoredHead } from '../../server/agent/risk/classifier.ts'
import { featuresOf } from '../../server/agent/risk/features.ts'
import type { Example } from './examples.ts'
import { fitted, randomFrom, shuffled } from './regression.ts'

/** A feature must occur in this many examples, so that the classifier learns no single message by heart. */
const LEAST_EXAMPLES = 3
const FOLDS = 4
const SEED = 3

interface Document<Each> {
  example: Each
  hashes: readonly number[]
  /** The features of the example in other forms, to learn from. */
  variants?: readonly (readonly number[])[]
}

export interface Class<Each = Example> {
  /** The number of features that the class keeps: those whose weight decides most often. */
  kept: number
  isMember: (example: Each) => boolean
  /** The examples to learn from. */
  isUsed: (example: Each) => boolean
  /** Whether to learn only from the examples themselves, not from their other forms. */
  isPlain?: boolean
}

/** Fits one class and keeps its most useful features, with weights of one byte. */
function headOf<Each>(
  documents: readonly Document<Each>[],
  { kept, isMember, isUsed, isPlain = false }: Class<Each>,
): StoredHead {
  const used = documents
    .filter(({ example }) => isUsed(example))
    .map(({ example, hashes, variants = [] }) => ({
      example,
      forms: isPlain ? [hashes] : [hashes, ...variants],
    }))
  const counts = new Map<number, number>()
  for (const { forms } of used)
    for (const hash of new Set(forms.flat())) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  const known = [...counts].filter(([, count]) => count >= LEAST_EXAMPLES)
  const numbers = new Map(known.map(([hash], at) => [hash, at]))
  const samples = used.flatMap(({ example, forms }) =>
    forms.map((each) => {
      const features = Uint32Array.from(each.flatMap((hash) => numbers.get(hash) ?? []))
      return { features, count: each.length, isMember: isMember(example) }
    }),
  )
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

export const headsOfDocuments = <Each>(
  documents: readonly Document<Each>[],
  classes: Readonly<Record<string, Class<Each>>>,
) => Object.fromEntries(Object.entries(classes).map(([name, each]) => [name, headOf(documents, each)]))

/** Returns the other forms of an example's text, to learn from. */
export type Vary = (example: Example, at: number) => readonly string[]

export const headsOf = (
  examples: readonly Example[],
  classes: Readonly<Record<string, Class>>,
  vary?: Vary,
) => headsOfDocuments(documentsOf(examples, vary), classes)

const documentsOf = (examples: readonly Example[], vary: Vary = () => []): Document<Example>[] =>
  examples.map((example, at) => ({
    example,
    hashes: featuresOf(example.text),
    variants: vary(example, at).map(featuresOf),
  }))

/** An example, and its scores by a classifier that has learned from others. */
export interface HeldOut<Each = Example> {
  example: Each
  scores: Readonly<Record<string, number>>
}

/**
 * Scores each example with a classifier that learned from the other parts of the examples. Examples of the same group
 * are held out together.
 */
export function heldOutDocuments<Each>(
  documents: readonly Document<Each>[],
  classes: Readonly<Record<string, Class<Each>>>,
  groupOf: (example: Each, at: number) => number,
): HeldOut<Each>[] {
  const groups = [...Map.groupBy(documents, ({ example }, at) => groupOf(example, at)).values()]
  const order = shuffled(groups, randomFrom(SEED))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const part = (isIn: boolean) => order.filter((__, at) => (at % FOLDS === fold) === isIn).flat()
    const heads = headsOfDocuments(part(false), classes)
    const { scoresOf } = classifierOf<Document<Each>>(
      { digest: '', thresholds: {}, heads },
      ({ hashes }) => hashes,
    )
    return part(true).map((document) => ({ example: document.example, scores: scoresOf(document) }))
  }).flat()
}

export const heldOutScores = (
  examples: readonly Example[],
  classes: Readonly<Record<string, Class>>,
  vary?: Vary,
): HeldOut[] => heldOutDocuments(documentsOf(examples, vary), classes, (_, at) => at)

/** Returns the score of a class above which at most a share of the examples lies. */
export function thresholdOf(held: readonly HeldOut<unknown>[], name: string, share: number): number {
  const sorted = held.map(({ scores }) => scores[name] ?? 0).toSorted((a, b) => b - a)
  return Number((sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(2))
}
