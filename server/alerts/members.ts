import type { Kysely } from 'kysely'
import { emailKey } from '../../src/contract/email-address.ts'
import { ESCALATION_PERSON } from '../../src/contract/notification-settings.ts'
import { present } from '../../src/domain/common/present.ts'
import type { Holder } from '../conversations/standing.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { escalationEmail } from '../notifications/admin-emails.ts'
import { readNotificationSettings } from '../notifications/stored-settings.ts'
import { readProfile } from '../profiles/stored-profile.ts'

/**
 * Returns the member of an organization whose number this is: the number is in the notification settings, it is
 * confirmed, and the email address next to it is a current member's verified one. Null for everybody else.
 */
export async function memberWithPhone(
  deps: Pick<Deps, 'db' | 'directory' | 'clock'>,
  organizationId: string,
  phone: string,
): Promise<Holder | null> {
  const { db, clock } = deps
  const confirmed = await db
    .selectFrom('alert_recipients')
    .select('address')
    .where('organization_id', '=', organizationId)
    .where('channel', '=', 'sms')
    .where('address', '=', phone)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!confirmed) return null
  const { people } = await readNotificationSettings(db, organizationId)
  for (const person of people) {
    if (person.phone !== phone || !person.sms_consent) continue
    const email =
      person.id === ESCALATION_PERSON
        ? await escalationEmail(db, deps, organizationId, await readProfile(db, organizationId), clock())
        : person.email
    const member = email === null ? null : await memberWithEmail(deps, organizationId, email)
    if (member) return { userId: member.userId, name: present(member.name) ?? present(person.name) }
  }
  return null
}

/** Returns the current member with a verified email address, in any combination of uppercase and lowercase. */
async function memberWithEmail(
  { db, directory }: Pick<Deps, 'db' | 'directory'>,
  organizationId: string,
  email: string,
): Promise<Holder | null> {
  const members = await (directory?.members(db, organizationId) ?? reportedMembers(db, organizationId))
  const found = members.find((each) => each.email !== null && emailKey(each.email) === emailKey(email))
  return found ? { userId: found.userId, name: found.name } : null
}

async function reportedMembers(db: Kysely<Database>, organizationId: string) {
  const rows = await db
    .selectFrom('members')
    .select(['user_id', 'name', 'email'])
    .where('organization_id', '=', organizationId)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ user_id: userId, name, email }) => ({ userId, name, email }))
}
