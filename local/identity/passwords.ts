import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const COST = 32_768
const BLOCK_SIZE = 8
const PARALLELIZATION = 1
const KEY_BYTES = 32
const MEMORY = 64 * 1024 * 1024

function derive(plain: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      plain.normalize('NFKC'),
      salt,
      KEY_BYTES,
      { N: COST, r: BLOCK_SIZE, p: PARALLELIZATION, maxmem: MEMORY },
      (error, key) => (error ? reject(error) : resolve(key)),
    )
  })
}

/** Returns the salted scrypt hash of a password for storage: `scrypt:salt:key`, both in hex. */
export async function hashPassword(plain: string): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt:${salt.toString('hex')}:${(await derive(plain, salt)).toString('hex')}`
}

/**
 * Returns whether a password matches a stored hash. An account without a password, or a damaged hash, never
 * matches, and takes as long as any other.
 */
export async function checkPassword(plain: string, stored: string | null): Promise<boolean> {
  const [scheme, salt, hash] = (stored ?? '').split(':')
  const expected = Buffer.from(scheme === 'scrypt' ? (hash ?? '') : '', 'hex')
  const given = await derive(plain, Buffer.from(salt ?? '', 'hex'))
  return expected.length === given.length && timingSafeEqual(expected, given)
}
