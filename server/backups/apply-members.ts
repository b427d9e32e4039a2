import { type Kysely, sql, type Transaction } from 'kysely'
import { openLocalIdentity } from '../db/local-identity.ts'
import type { Database } from '../db/schema.ts'
import { toRole } from '../http/membership.ts'
import type { Entry } from '../journal/entries.ts'
import { type Matcher, ownerOfRow, subjectOfRow } from '../journal/matching.ts'
import { forgetMember } from '../notifications/forget-member.ts'
import { removePeople } from '../notifications/stored-settings.ts'
import { recordRole } from '../organizations/former-admins.ts'
import type { Effects } from './effects.ts'

interface Member {
  organization_id: string
  user_id: string
  role: string
  email: string | null
}

/** Returns the members that entries are about, as the local identity or the provider's reports know them. */
async function membersNamed(
  tx: Kysely<Database>,
  matcher: Matcher,
  entries: readonly Entry[],
): Promise<Iterable<Member>> {
  if (entries.length === 0) return []
  const local = await openLocalIdentity(tx)
  const named = matcher.among(entries, subjectOfRow(['user_id']), ownerOfRow)
  const { rows } = await sql<Member>`
    select organization_id, user_id, role, email from members t where removed_at is null and ${named}`.execute(
    tx,
  )
  const all = [...((await local?.members(named)) ?? []), ...rows]
  return new Map(all.map((row) => [`${row.organization_id} ${row.user_id}`, row])).values()
}

/** Ends memberships again, and takes admins their role again. Other admins then review what they created. */
export async function applyMembers(
  tx: Transaction<Database>,
  matcher: Matcher,
  { ended, demoted }: { ended: readonly Entry[]; demoted: readonly Entry[] },
  effects: Effects,
  now: Date,
): Promise<void> {
  const local = await openLocalIdentity(tx)
  for (const { organization_id, user_id, role, email } of await membersNamed(tx, matcher, ended)) {
    const owned = { organization_id, user_id }
    await local?.end(owned)
    await tx
      .updateTable('members')
      .set({ removed_at: now, changed_at: now, email: null })
      .where((where) => where.and(owned))
      .where('removed_at', 'is', null)
      .execute()
    await forgetMember(tx, organization_id, { userId: user_id, email })
    const member = { organizationId: organization_id, userId: user_id }
    await recordRole(tx, member, { before: toRole(role), after: null }, now)
    effects.memberships += 1
    if (toRole(role) === 'admin') effects.admins += 1
  }
  for (const { organization_id, user_id, role } of await membersNamed(tx, matcher, demoted)) {
    if (toRole(role) !== 'admin') continue
    const owned = { organization_id, user_id }
    await local?.demote(owned)
    await tx
      .updateTable('members')
      .set({ role: 'org:member', changed_at: now })
      .where((where) => where.and(owned))
      .where('removed_at', 'is', null)
      .execute()
    const member = { organizationId: organization_id, userId: user_id }
    await recordRole(tx, member, { before: 'admin', after: 'member' }, now)
    effects.admins += 1
  }
}

/** Removes people from the notification settings again. Returns their number. */
export async function applyPeople(
  tx: Transaction<Database>,
  matcher: Matcher,
  removed: readonly Entry[],
): Promise<number> {
  let count = 0
  for (const [organizationId, entries] of Map.groupBy(removed, ({ organization }) => organization ?? '')) {
    count += await removePeople(tx, organizationId, ({ id }) =>
      entries.some((entry) => matcher.names(entry, id)),
    )
  }
  return count
}
