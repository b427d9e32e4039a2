import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { CODE_DIGITS } from '../../../src/contract/notification-settings.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'

/** How long a code works: the recipient can be at work, and read the message in the evening. */
export const CODE_MS = DAY_MS
/** How often a code can be entered. */
export const MOST_ATTEMPTS = 5

const hashed = promisify<string, Buffer, number, Buffer>(scrypt)
const BYTES = 32

/** Returns a random code. */
export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

/** Returns the salt and hash of a code. */
export async function hashCode(code: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await hashed(code, salt, BYTES)).toString('base64url')}`
}

/** Returns whether a code has this salt and hash, in constant time. */
export async function isCode(code: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.')
  const expected = Buffer.from(hash, 'base64url')
  const given = await hashed(code, Buffer.from(salt, 'base64url'), BYTES)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
