import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { featuresOf } from './features.ts'

/** One class of a classifier: the hashes of its features, each with a weight from -127 to 127. */
const StoredHead = v.object({
  /** Little-endian 32-bit hashes, and signed bytes, in base64. */
  hashes: v.string(),
  weights: v.string(),
  /** The value of a weight of 1. */
  unit: v.number(),
  bias: v.number(),
})
export type StoredHead = v.InferOutput<typeof StoredHead>

export const StoredClassifier = v.object({
  /** A digest of the examples and of the code that trains. */
  digest: v.string(),
  heads: v.record(v.string(), StoredHead),
  /** The least scores by their use. */
  thresholds: v.record(v.string(), v.number()),
})
export type StoredClassifier = v.InferOutput<typeof StoredClassifier>

interface Head {
  weights: ReadonlyMap<number, number>
  bias: number
}

export interface Classifier<Input> {
  /** Returns the score of each class. A higher one is more likely; the scale is that of a logarithm of odds. */
  scoresOf: (input: Input) => Readonly<Record<string, number>>
  thresholds: Readonly<Record<string, number>>
}

const bytesOf = (base64: string) => Buffer.from(base64, 'base64')

function headOf({ hashes, weights, unit, bias }: StoredHead): Head {
  const keys = bytesOf(hashes)
  const values = bytesOf(weights)
  const entries = Array.from(
    { length: values.length },
    (_, at) => [keys.readUInt32LE(4 * at), values.readInt8(at) * unit] as const,
  )
  return { weights: new Map(entries), bias }
}

export function classifierOf<Input>(
  stored: StoredClassifier,
  featuresIn: (input: Input) => readonly number[],
): Classifier<Input> {
  const heads = Object.entries(stored.heads).map(([name, head]) => [name, headOf(head)] as const)
  return {
    thresholds: stored.thresholds,
    scoresOf(input) {
      const features = featuresIn(input)
      return Object.fromEntries(
        heads.map(([name, { weights, bias }]) => {
          const sum = features.reduce((total, hash) => total + (weights.get(hash) ?? 0), 0)
          return [name, bias + sum / Math.sqrt(features.length)]
        }),
      )
    },
  }
}

/** Reads a classifier that `npm run train` has written. It reads messages, unless `featuresIn` says otherwise. */
export function readClassifier(url: URL): Classifier<string>
export function readClassifier<Input>(
  url: URL,
  featuresIn: (input: Input) => readonly number[],
): Classifier<Input>
export function readClassifier<Input>(url: URL, featuresIn?: (input: Input) => readonly number[]) {
  const stored = v.parse(StoredClassifier, JSON.parse(readFileSync(url, 'utf8')))
  return featuresIn ? classifierOf(stored, featuresIn) : classifierOf(stored, featuresOf)
}
