import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 22
/** The largest multiple of 62 in a byte. Larger values would favor the first letters. */
const UNBIASED = 248

/** Returns random base62 characters. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < UNBIASED && text.length < length) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}

/** A new opaque id, `prefix_` and 22 random base62 characters (131 bits). */
export const newId = (prefix: string): string => `${prefix}_${randomText(LENGTH)}`
