import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { featuresOf, keyOfMessage } from './features.ts'

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
  /** By class, the keys of its examples and of their lookalikes, in base64. */
  examples: v.optional(v.record(v.string(), v.object({ members: v.string(), lookalikes: v.string() }))),
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
  /** Returns whether a message has the words of an example of a class; null if also none of a lookalike. */
  isExample: (name: string, message: string) => boolean | null
}

const bytesOf = (base64: string) => Buffer.from(base64, 'base64')

const numbersIn = (base64: string): number[] => {
  const bytes = bytesOf(base64)
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(4 * at))
}

function headOf({ hashes, weights, unit, bias }: StoredHead): Head {
  const values = bytesOf(weights)
  const entries = numbersIn(hashes).map((key, at) => [key, values.readInt8(at) * unit] as const)
  return { weights: new Map(entries), bias }
}

export function classifierOf<Input>(
  stored: StoredClassifier,
  featuresIn: (input: Input) => readonly number[],
): Classifier<Input> {
  const heads = Object.entries(stored.heads).map(([name, head]) => [name, headOf(head)] as const)
  const examples = new Map(
    Object.entries(stored.examples ?? {}).map(([name, { members, lookalikes }]) => [
      name,
      new Map([
        ...numbersIn(lookalikes).map((key) => [key, false] as const),
        ...numbersIn(members).map((key) => [key, true] as const),
      ]),
    ]),
  )
  return {
    thresholds: stored.thresholds,
    isExample: (name, message) => examples.get(name)?.get(keyOfMessage(message)) ?? null,
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
