import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { featuresOfMessage } from '../../server/agent/understand/features.ts'
import type { StoredIntents } from '../../server/agent/understand/intents.ts'
import { randomFrom, shuffled } from './regression.ts'

/** A message and what its writer wants. */
export interface IntentExample {
  text: string
  intents: readonly string[]
  language: string
}

/** The size of a classifier. */
export interface Size {
  /** The number of vectors that the features share, a prime, and their length. */
  vectors: number
  width: number
  /** How often it learns from all examples. Few examples need more. */
  epochs: number
}
/** Factor by which scores are too certain, measured on examples that were held out. */
const CERTAINTY = 0.7
/** The first rate of learning, which falls to zero. */
const RATE = 0.15
/** Errors below this don't change the weights. */
const SMALL = 1e-4
/** A feature must occur in this many examples, so that the classifier learns no single message by heart. */
const LEAST_EXAMPLES = 2
const SEED = 13

/**
 * Reads the examples of intents. A line contains a message and, after a tab, its further intents.
 */
export function readIntentExamples(folder: string): IntentExample[] {
  return globSync('*.txt', { cwd: folder })
    .toSorted()
    .flatMap((file) => {
      const [intent = '', language = ''] = basename(file, '.txt').split('.')
      return readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => {
          const [text = '', others = ''] = line.split('\t')
          const intents = [intent, ...others.split(',').map((each) => each.trim())].filter(Boolean)
          return { text: text.trim(), intents: [...new Set(intents)], language }
        })
    })
}

interface Sample {
  /** The rows of the features' vectors. */
  rows: Uint32Array
  /** The root of the number of features that the message has. */
  root: number
  targets: readonly number[]
}

/** The classifier while it learns by gradient descent. */
class Learner {
  readonly vectors: Float32Array
  readonly intents: Float32Array
  readonly #width: number
  readonly #sum: Float64Array
  readonly #gradient: Float64Array
  readonly #errors: Float64Array

  constructor(intents: number, { vectors, width }: Size, random: () => number) {
    this.#width = width
    this.#sum = new Float64Array(width)
    this.#gradient = new Float64Array(width)
    this.vectors = new Float32Array(vectors * width).map(() => (random() - 0.5) / width)
    this.intents = new Float32Array(intents * width)
    this.#errors = new Float64Array(intents)
  }

  /** Computes how far the probabilities of the intents are off. */
  #compare({ rows, root, targets }: Sample): void {
    const [sum, errors, width] = [this.#sum, this.#errors, this.#width]
    sum.fill(0)
    for (const row of rows)
      for (let at = 0; at < width; at++)
        sum[at] = (sum[at] ?? 0) + (this.vectors[row * width + at] ?? 0) / root
    for (const each of errors.keys()) {
      let score = 0
      for (let at = 0; at < width; at++) score += (sum[at] ?? 0) * (this.intents[each * width + at] ?? 0)
      errors[each] = score
    }
    const most = errors.reduce((max, score) => Math.max(max, score), Number.NEGATIVE_INFINITY)
    let total = 0
    for (const [each, score] of errors.entries()) {
      errors[each] = Math.exp(score - most)
      total += errors[each] ?? 0
    }
    for (const [each, odds] of errors.entries()) errors[each] = odds / total
    for (const target of targets) errors[target] = (errors[target] ?? 0) - 1 / targets.length
  }

  learn(sample: Sample, rate: number): void {
    this.#compare(sample)
    const [sum, gradient, width] = [this.#sum, this.#gradient, this.#width]
    gradient.fill(0)
    for (const [each, error] of this.#errors.entries()) {
      if (Math.abs(error) < SMALL) continue
      for (let at = 0; at < width; at++) {
        const weight = this.intents[each * width + at] ?? 0
        gradient[at] = (gradient[at] ?? 0) + error * weight
        this.intents[each * width + at] = weight - rate * error * (sum[at] ?? 0)
      }
    }
    for (const row of sample.rows)
      for (let at = 0; at < width; at++)
        this.vectors[row * width + at] =
          (this.vectors[row * width + at] ?? 0) - (rate * (gradient[at] ?? 0)) / sample.root
  }
}

/** Trains the classifier of intents. The same examples give the same classifier. */
export function trainIntents(examples: readonly IntentExample[], digest: string, size: Size): StoredIntents {
  const names = [...new Set(examples.flatMap(({ intents }) => intents))].toSorted()
  const numbers = new Map(names.map((name, at) => [name, at]))
  const documents = examples.map(({ text, intents }) => ({ hashes: featuresOfMessage(text), intents }))
  const counts = new Map<number, number>()
  for (const { hashes } of documents) for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  const samples = documents.map(({ hashes, intents }) => ({
    rows: Uint32Array.from(
      hashes.filter((hash) => (counts.get(hash) ?? 0) >= LEAST_EXAMPLES),
      (hash) => hash % size.vectors,
    ),
    root: Math.sqrt(hashes.length || 1),
    targets: intents.flatMap((intent) => numbers.get(intent) ?? []),
  }))
  const random = randomFrom(SEED)
  const learner = new Learner(names.length, size, random)
  const steps = size.epochs * samples.length
  for (let epoch = 0; epoch < size.epochs; epoch++)
    for (const [at, sample] of shuffled(samples, random).entries())
      learner.learn(sample, RATE * (1 - (epoch * samples.length + at) / steps))
  return {
    digest,
    names,
    width: size.width,
    features: inBytes(learner.vectors),
    intents: inBytes(learner.intents.map((weight) => CERTAINTY * weight)),
  }
}

/** Rounds numbers to bytes. */
function inBytes(values: Float32Array): StoredIntents['features'] {
  const most = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const unit = Number((most / 127).toPrecision(6)) || 1
  const bytes = Int8Array.from(values, (value) => Math.round(value / unit))
  return { bytes: Buffer.from(bytes.buffer).toString('base64'), unit }
}
