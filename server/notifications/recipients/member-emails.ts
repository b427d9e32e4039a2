import type { Kysely } from 'kysely'
import { emailKey } from '../../../src/contract/email-address.ts'
import type { Database } from '../../db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'

/**
 * Returns the known account emails of an organization's members, as keys. The identity provider has verified them:
 * Clerk makes only a verified address the primary one, which it reports.
 */
export async function memberEmails(
  db: Kysely<Database>,
  { directory }: Pick<Deps, 'directory'>,
  organizationId: string,
): Promise<string[]> {
  if (directory) return (await directory.memberEmails(db, organizationId)).map(emailKey)
  const members = await db
    .selectFrom('members')
    .select('email')
    .where('organization_id', '=', organizationId)
    .where('removed_at', 'is', null)
    .where('email', 'is not', null)
    .execute()
  return members.flatMap(({ email }) => (email === null ? [] : emailKey(email)))
}
