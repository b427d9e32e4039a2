import { type Kysely, sql } from 'kysely'
import type { Profile } from '../../src/contract/profile.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { unconfirmedOf } from './recipients/standing.ts'

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
 * Returns where the emails to the escalation contact go at `now`: to the escalation email of the profile, or if the
 * business hasn't set or confirmed it, to the account email of its first admin, as in the settings (section 5).
 */
export async function escalationEmail(
  db: Kysely<Database>,
  deps: Pick<Deps, 'directory'>,
  organizationId: string,
  { escalation_email }: Pick<Profile, 'escalation_email'>,
  now: Date,
): Promise<string | null> {
  const typed = escalation_email?.trim()
  if (typed && (await unconfirmedOf(db, deps, organizationId, [typed], now)).length === 0) return typed
  const [first = null] = await adminEmails(db, deps, organizationId)
  return first
}
