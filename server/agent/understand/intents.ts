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

/** Returns a function that reads the intents of a message. */
export function intentsOf(stored: StoredIntents): (message: string) => Likelihoods {
  const { names, width } = stored
  const vectors = bytesOf(stored.features)
  const intents = bytesOf(stored.intents)
  const rows = vectors.length / width
  return (message) => {
    const hashes = featuresOfMessage(message)
    const sum = new Float64Array(width)
    for (const hash of hashes) {
      const row = (hash % rows) * width
      for (let at = 0; at < width; at++) sum[at] = (sum[at] ?? 0) + (vectors[row + at] ?? 0)
    }
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
}

/** Reads a classifier that `npm run train` has written. */
export const readIntents = (url: URL) =>
  intentsOf(v.parse(StoredIntents, JSON.parse(readFileSync(url, 'utf8'))))
