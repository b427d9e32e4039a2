import type { Transaction } from 'kysely'
import { emailKey } from '../../src/contract/email-address.ts'
import type { Database } from '../db/schema.ts'
import { removePeople } from './stored-settings.ts'

/**
 * Removes the devices of a member who has left an organization, and the people with the member's email address from its
 * notification settings, so that a former member receives nothing about visitors. Must be called in the transaction that
 * ends the membership.
 */
export async function forgetMember(
  tx: Transaction<Database>,
  organizationId: string,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> {
  await tx
    .deleteFrom('push_devices')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
  if (email === null) return
  // The escalation person, whose address the profile contains, stays.
  await removePeople(
    tx,
    organizationId,
    (person) => person.email !== null && emailKey(person.email) === emailKey(email),
  )
}
