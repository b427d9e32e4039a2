import { type Kysely, sql } from 'kysely'
import type { Profile } from '../../src/contract/profile.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

/** Returns the known account emails of an organization's admins, starting with the first admin. */
export async function adminEmails(
  db: Kysely<Database>,
  { directory }: Pick<Deps, 'directory'>,
  organizationId: string,
): Promise<string[]> {
  if (directory) return directory.adminEmails(db, organizationId)
  const admins = await db
    .selectFrom('members')
    .select('email')
    .where('organization_id', '=', organizationId)
    .where('role', 'in', ['admin', 'org:admin'])
    .where('removed_at', 'is', null)
    .where('email', 'is not', null)
    // Clerk's IDs sort by the time of creation. A change to an admin must not make another one the first.
    .orderBy(sql`id collate "C"`)
    .execute()
  return admins.flatMap(({ email }) => email ?? [])
}

/**
 * Returns the escalation email of a profile. If the business hasn't set it, this is the account email of its first
 * admin, as in the settings (section 5).
 */
export async function escalationEmail(
  db: Kysely<Database>,
  deps: Pick<Deps, 'directory'>,
  organizationId: string,
  { escalation_email }: Pick<Profile, 'escalation_email'>,
): Promise<string | null> {
  if (escalation_email?.trim()) return escalation_email.trim()
  const [first = null] = await adminEmails(db, deps, organizationId)
  return first
}
