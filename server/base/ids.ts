import { createHash, randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 22
/** The largest multiple of 62 in a byte. Larger values would favor the first letters. */
const UNBIASED = 248

/** Returns random base62 characters. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) text += toText(randomBytes(length))
  return text.slice(0, length)
}

/** Maps bytes to base62 characters, and skips bytes that would cause a bias. */
function toText(bytes: Buffer): string {
  let text = ''
  for (const byte of bytes) if (byte < UNBIASED) text += ALPHABET[byte % ALPHABET.length]
  return text
}

/** The prefix of API key ids. A key acts as a member. */
export const KEY_ID = 'key'

/** Returns whether a caller is an API key. */
export const isKeyId = (id: string): boolean => id.startsWith(`${KEY_ID}_`)

/** Returns a new opaque id: `prefix_` and 22 random base62 characters (131 bits). */
export const newId = (prefix: string): string => `${prefix}_${randomText(LENGTH)}`

/** Like {@link newId}, but always returns the same id for the same secret. */
export const derivedId = (prefix: string, secret: string): string =>
  `${prefix}_${toText(createHash('sha512').update(`${prefix}:${secret}`).digest()).slice(0, LENGTH)}`
