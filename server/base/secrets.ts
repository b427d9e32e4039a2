import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from './errors.ts'

/** The name of the key file in an embedded database's folder. */
export const SECRETS_FILE = 'secrets.key'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts data that must not be readable in the database. */
export interface Secrets {
  /** Encrypts a text with AES-256-GCM and binds it to its place, such as a table and an id. */
  seal(text: string, place: string): string
  /** Throws if the text was sealed with another key or for another place. */
  open(sealed: string, place: string): string
}

/**
 * Creates secrets that seal with the first key; the other keys only open what was sealed before the first was
 * introduced.
 */
export function createSecrets(keys: readonly Buffer[]): Secrets {
  const [newest] = keys
  if (!newest) throw new Error('No key')
  return {
    seal(text, place) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(Buffer.from(place))
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), data]).toString('base64url')
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed, 'base64url')
      const iv = bytes.subarray(0, IV_BYTES)
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
      for (const key of keys) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place)).setAuthTag(tag)
          const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
          return Buffer.concat([text, decipher.final()]).toString('utf8')
        } catch {
          // Another key may match.
        }
      }
      throw new Error(`The secret of ${place} cannot be opened: was SECRETS_KEY changed?`)
    },
  }
}

/** Parses `SECRETS_KEY`: 32-byte keys in base64, newest first, separated by commas. */
export function readKeys(given: string): Buffer[] {
  return given.split(',').map((each) => {
    const key = Buffer.from(each.trim(), 'base64')
    if (key.length === KEY_BYTES) return key
    // The value is secret, so the message does not repeat it.
    throw new StartupError('SECRETS_KEY must be 32 bytes in base64, such as from `openssl rand -base64 32`.')
  })
}

/** The location of the key: given, in a file that is created on first use, or only in memory. */
export type SecretsKey = { keys: Buffer[] } | { file: string } | 'temporary'

/** Opens the secrets. Throws StartupError if the key file cannot be read or created. */
export function openSecrets(place: SecretsKey): Secrets {
  if (place === 'temporary') return createSecrets([randomBytes(KEY_BYTES)])
  return createSecrets('keys' in place ? place.keys : [keyOfFile(place.file)])
}

function keyOfFile(file: string): Buffer {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    try {
      writeFileSync(file, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    chmodSync(file, 0o600)
    const [key] = readKeys(readFileSync(file, 'utf8'))
    if (key) return key
  } catch (error) {
    if (!(error instanceof StartupError)) {
      throw new StartupError(`The key file ${file} cannot be read or made: ${(error as Error).message}`)
    }
  }
  throw new StartupError(`The key file ${file} does not hold a key.`)
}

/** Compares two texts in a time that does not reveal where they differ. */
export function isSameText(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/**
 * Returns the stored form of a token: its SHA-256, hex. A token has 256 random bits, so it needs neither a salt nor a
 * slow hash.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
