import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { featuresOfMessage } from './features.ts'

/** A matrix of signed bytes in base64. A value is a byte times `unit`. */
const StoredMatrix = v.object({ bytes: v.string(), unit: v.number() })

/**
 * A linear classifier with a low-rank layer (Joulin et al., "Bag of Tricks for Efficient Text Classification", 2016). A
 * text is the sum of the vectors of its features; its score for an intent is the product with the vector of the intent.
 */
export const StoredIntents = v.object({
  /** A digest of the examples and of the code that trains. */
  digest: v.string(),
  names: v.array(v.string()),
  /** The length of the vectors. */
  width: v.number(),
  /** The vectors of the features; those whose hashes are equal modulo their number share one. */
  features: StoredMatrix,
  intents: StoredMatrix,
})
export type StoredIntents = v.InferOutput<typeof StoredIntents>

/** The probabilities of the intents of a message; they add up to 1. */
export type Likelihoods = ReadonlyMap<string, number>

const bytesOf = ({ bytes }: v.InferOutput<typeof StoredMatrix>) => new Int8Array(Buffer.from(bytes, 'base64'))

/** Reads messages. */
export interface Reader {
  /** Returns the intents of a message. */
  likelihoodsOf: (message: string) => Likelihoods
  /** Returns the direction of a text's vector. Texts that are used alike have similar ones. */
  directionOf: (text: string) => Float64Array
}

export function intentsOf(stored: StoredIntents): Reader {
  const { names, width } = stored
  const vectors = bytesOf(stored.features)
  const intents = bytesOf(stored.intents)
  const rows = vectors.length / width
  const sumOf = (hashes: readonly number[]) => {
    const sum = new Float64Array(width)
    for (const hash of hashes) {
      const row = (hash % rows) * width
      for (let at = 0; at < width; at++) sum[at] = (sum[at] ?? 0) + (vectors[row + at] ?? 0)
    }
    return sum
  }
  const directionOf = (text: string) => {
    const sum = sumOf(featuresOfMessage(text))
    const length = Math.hypot(...sum) || 1
    return sum.map((value) => value / length)
  }
  const likelihoodsOf = (message: string) => {
    const hashes = featuresOfMessage(message)
    const sum = sumOf(hashes)
    const scale = (stored.features.unit * stored.intents.unit) / Math.sqrt(hashes.length || 1)
    const scores = names.map((_, each) => {
      let product = 0
      for (let at = 0; at < width; at++) product += (sum[at] ?? 0) * (intents[each * width + at] ?? 0)
      return product * scale
    })
    const most = Math.max(...scores)
    const odds = scores.map((score) => Math.exp(score - most))
    const total = odds.reduce((all, each) => all + each, 0)
    return new Map(names.map((name, each) => [name, (odds[each] ?? 0) / total]))
  }
  return { likelihoodsOf, directionOf }
}

/** Reads a classifier that `npm run train` has written, when it is first used. */
export function readIntents(url: URL): Reader {
  let reader: Reader | null = null
  const read = () => (reader ??= intentsOf(v.parse(StoredIntents, JSON.parse(readFileSync(url, 'utf8')))))
  return {
    likelihoodsOf: (message) => read().likelihoodsOf(message),
    directionOf: (text) => read().directionOf(text),
  }
}
