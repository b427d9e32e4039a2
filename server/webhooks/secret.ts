import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Secrets } from '../base/secrets.ts'
import type { Database } from '../db/schema.ts'

/** The prefix of a sealed secret. Secrets from earlier versions, or from a server without a key, are plain text. */
const SEALED = 'sealed:'

const placeOf = (endpointId: string) => `webhook_endpoints.${endpointId}`
const isPlain = (stored: string) => !stored.startsWith(SEALED)

const sealed = (secrets: Secrets, endpointId: string, secret: string) =>
  SEALED + secrets.seal(secret, placeOf(endpointId))

/** Returns a new secret for an endpoint, in its stored form. */
export const newSecret = (secrets: Secrets, endpointId: string): string =>
  sealed(secrets, endpointId, `whsec_${randomBytes(32).toString('base64')}`)

/** Decrypts an endpoint's stored secret. Returns null if the key that sealed it is missing. */
export function openSecret(
  secrets: Secrets | null | undefined,
  endpointId: string,
  stored: string,
): string | null {
  if (isPlain(stored)) return stored
  try {
    return secrets?.open(stored.slice(SEALED.length), placeOf(endpointId)) ?? null
  } catch {
    return null
  }
}

/** Seals the secrets that are stored as plain text. */
export async function sealSecrets(db: Kysely<Database>, secrets: Secrets): Promise<void> {
  const rows = await db.selectFrom('webhook_endpoints').select(['id', 'secret', 'old_secret']).execute()
  for (const { id, secret, old_secret } of rows) {
    if (!isPlain(secret) && (old_secret === null || !isPlain(old_secret))) continue
    const sealIt = (stored: string) => (isPlain(stored) ? sealed(secrets, id, stored) : stored)
    await db
      .updateTable('webhook_endpoints')
      .set({ secret: sealIt(secret), old_secret: old_secret && sealIt(old_secret) })
      .where('id', '=', id)
      // The secret might have been replaced in the meantime.
      .where('secret', '=', secret)
      .execute()
  }
}
