import type { Kysely } from 'kysely'
import type { Profile } from '../../src/contract/profile.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { adminEmails } from './admin-emails.ts'

/**
 * Returns the escalation email of a profile. Until the business has set it, this is the account email of its first
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
