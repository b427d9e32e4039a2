/** A message's features as numbers below a size, each once, how many it has with others, and its class. */
export interface Sample {
  features: Uint32Array
  count: number
  isMember: boolean
}

/** A linear classifier. A score is the bias plus the sum of the weights, divided by the root of the features' count. */
export interface Weights {
  bias: number
  weights: Float64Array
}

const EPOCHS = 10
const RATE = 0.1
const BIAS_RATE = 0.02
const FIRST_GRADIENT = 1e-3
/** Errors below this don't change the weights. */
const SMALL = 1e-3
const SEED = 7

/** Returns a repeatable source of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const all = [...items]
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [a, b] = [all[at], all[other]]
    if (a !== undefined && b !== undefined) [all[at], all[other]] = [b, a]
  }
  return all
}

/** Returns how much more often each feature occurs in one class than in the other: naive Bayes' log ratio, unsigned. */
function ratios(samples: readonly Sample[], size: number): Float64Array {
  const inside = new Float64Array(size).fill(1)
  const outside = new Float64Array(size).fill(1)
  let members = 2
  for (const { features, isMember } of samples) {
    if (isMember) members += 1
    const counts = isMember ? inside : outside
    for (const feature of features) counts[feature] = (counts[feature] ?? 0) + 1
  }
  const others = samples.length + 4 - members
  return inside.map((count, at) => Math.abs(Math.log(count / members / ((outside[at] ?? 1) / others))))
}

/**
 * Fits a logistic regression over features weighted by naive Bayes (Wang and Manning, 2012), with AdaGrad. Repeatable:
 * the same samples give the same weights.
 */
export function fitted(samples: readonly Sample[], size: number): Weights {
  const ratio = ratios(samples, size)
  const weights = new Float64Array(size)
  const gradients = new Float64Array(size).fill(FIRST_GRADIENT)
  let bias = 0
  const random = randomFrom(SEED)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { features, count, isMember } of shuffled(samples, random)) {
      const scale = 1 / Math.sqrt(count || 1)
      let score = bias
      for (const at of features) score += (weights[at] ?? 0) * (ratio[at] ?? 0) * scale
      const error = 1 / (1 + Math.exp(-score)) - Number(isMember)
      if (Math.abs(error) < SMALL) continue
      bias -= BIAS_RATE * error
      for (const at of features) {
        const gradient = error * scale * (ratio[at] ?? 0)
        const sum = (gradients[at] ?? 0) + gradient * gradient
        gradients[at] = sum
        weights[at] = (weights[at] ?? 0) - (RATE / Math.sqrt(sum)) * gradient
      }
    }
  }
  return { bias, weights: weights.map((weight, at) => weight * (ratio[at] ?? 0)) }
}
