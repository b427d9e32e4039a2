import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 22
/** The largest multiple of 62 in a byte. Larger values would favor the first letters. */
const UNBIASED = 248

/** A new opaque id, `prefix_` and 22 random base62 characters (131 bits). */
export function newId(prefix: string): string {
  let id = ''
  while (id.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < UNBIASED && id.length < LENGTH) id += ALPHABET[byte % ALPHABET.length]
    }
  }
  return `${prefix}_${id}`
}
