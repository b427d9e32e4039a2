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

export interface Classifier {
  /** Returns the score of each class. A higher one is more likely; the scale is that of a logarithm of odds. */
  scoresOf: (message: string) => Readonly<Record<string, number>>
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

export function classifierOf(stored: StoredClassifier): Classifier {
  const heads = Object.entries(stored.heads).map(([name, head]) => [name, headOf(head)] as const)
  return {
    thresholds: stored.thresholds,
    scoresOf(message) {
      const features = featuresOf(message)
      return Object.fromEntries(
        heads.map(([name, { weights, bias }]) => {
          const sum = features.reduce((total, hash) => total + (weights.get(hash) ?? 0), 0)
          return [name, bias + sum / Math.sqrt(features.length)]
        }),
      )
    },
  }
}

/** Reads a classifier that `npm run train` has written. */
export const readClassifier = (url: URL): Classifier =>
  classifierOf(v.parse(StoredClassifier, JSON.parse(readFileSync(url, 'utf8'))))
