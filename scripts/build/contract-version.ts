import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const CONTRACT = new URL('../../src/contract/', import.meta.url)

/** Returns a hash of the contract's files, which changes whenever the format of the API's responses may change. */
export function contractVersion(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(CONTRACT).sort()) hash.update(readFileSync(new URL(name, CONTRACT)))
  return hash.digest('base64url').slice(0, 12)
}
