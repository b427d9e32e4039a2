import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** scrypt's N, which determines the duration: for a secret password, and for a publicly known one. */
const COST = 32_768
const PUBLIC_COST = 2
const BLOCK_SIZE = 8
const PARALLELIZATION = 1
const KEY_BYTES = 32
const MEMORY = 64 * 1024 * 1024

function derive(plain: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      plain.normalize('NFKC'),
      salt,
      KEY_BYTES,
      { N: cost, r: BLOCK_SIZE, p: PARALLELIZATION, maxmem: MEMORY },
      (error, key) => (error ? reject(error) : resolve(key)),
    )
  })
}

/** Returns the salted scrypt hash of a password for storage: `scrypt:salt:key`, both in hex. */
export const hashPassword = (plain: string): Promise<string> => hash(plain, COST)

/** Like `hashPassword`, but for a publicly known password: fast to check, and stored with `:public` at the end. */
export const hashPublicPassword = async (plain: string): Promise<string> =>
  `${await hash(plain, PUBLIC_COST)}:public`

async function hash(plain: string, cost: number): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt:${salt.toString('hex')}:${(await derive(plain, salt, cost)).toString('hex')}`
}

/**
 * Returns whether a password matches a stored hash. Accounts without a password and damaged hashes never match, and the
 * check takes as long as for a secret password.
 */
export async function checkPassword(plain: string, stored: string | null): Promise<boolean> {
  const [scheme, salt, key, mark] = (stored ?? '').split(':')
  const expected = Buffer.from(scheme === 'scrypt' ? (key ?? '') : '', 'hex')
  const given = await derive(plain, Buffer.from(salt ?? '', 'hex'), mark === 'public' ? PUBLIC_COST : COST)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
