/** A sequence of numbers that is always the same for a given seed, so that demo data doesn't change between runs. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** Returns an integer from `least` to `most`, inclusive. */
  int(least: number, most: number): number
  /** Returns true with the given probability, from 0 to 1. */
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
  /** Returns an ID in the format of `newId`. */
  id(prefix: string): string
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_LENGTH = 22

/** Creates a Mulberry32 generator of 32-bit numbers. Not suitable for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[int(0, choices.length - 1)] ?? choices[0],
    id(prefix) {
      let id = ''
      for (let index = 0; index < ID_LENGTH; index += 1) id += ALPHABET[int(0, ALPHABET.length - 1)]
      return `${prefix}_${id}`
    },
  }
}
