import { type Kysely, sql } from 'kysely'
import { provisionOrganization } from '../db/provision.ts'
import type { Database } from '../db/schema.ts'
import type { Admitted, Deps, Member, MemberDirectory, Role } from '../kernel/deps.ts'

/** The organization that an external provider's token claims. */
export interface Claimed {
  id: string
  slug: string | undefined
  role: string | undefined
}

export interface Memberships {
  /** Returns the role of a member, or null for non-members and deleted organizations. */
  roleOf(member: Admitted, claimed: Claimed | null): Promise<Role | null>
  /** Returns the current role of a user who was admitted earlier, without a token; null if the user has left. */
  roleNow(member: Admitted, role: Role): Promise<Role | null>
  /** Returns the known names of current and former members, by id. */
  namesOf(organizationId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Clerk writes `org:admin` in version 1 of its tokens and in webhooks, `admin` in version 2. */
export const toRole = (name: string | null | undefined): Role =>
  name === 'admin' || name === 'org:admin' ? 'admin' : 'member'

/**
 * Creates the lookup of who belongs to an organization, from a directory in this database or from the token. Later
 * webhook reports override the token.
 */
export function createMemberships({ db, clock }: Deps, directory?: MemberDirectory): Memberships {
  async function exists(id: string, name: string): Promise<boolean> {
    const row = await db.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst()
    return row !== undefined || provisionOrganization(db, { id, name }, clock())
  }

  async function roleInDirectory(member: Member): Promise<Role | null> {
    const name = (await directory?.roleOf(member)) ?? null
    return name === null ? null : toRole(name)
  }

  return {
    async roleOf(member, claimed) {
      if (directory) return roleInDirectory(member)
      if (claimed?.id !== member.organizationId) return null
      if (!(await exists(claimed.id, claimed.slug ?? claimed.id))) return null
      return reportedRole(db, member, toRole(claimed.role))
    },
    async roleNow(member, role) {
      if (directory) return roleInDirectory(member)
      const row = await db
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', member.organizationId)
        .executeTakeFirst()
      return row ? reportedRole(db, member, role) : null
    },
    async namesOf(organizationId, userIds) {
      if (userIds.length === 0) return new Map()
      if (directory) return directory.namesOf(userIds)
      const rows = await db
        .selectFrom('members')
        .select(['user_id', 'name'])
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', sql<string>`any(${userIds})`)
        .orderBy('changed_at')
        .execute()
      return new Map(rows.flatMap(({ user_id, name }) => (name === null ? [] : [[user_id, name] as const])))
    },
  }
}

/** Returns the role that was last reported after the token was issued; `known` without such a report. */
async function reportedRole(
  db: Kysely<Database>,
  { userId, organizationId, issuedAt }: Admitted,
  known: Role,
): Promise<Role | null> {
  const row = await db
    .selectFrom('members')
    .select(['role', 'changed_at', 'removed_at'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.changed_at < issuedAt) return known
  return row.removed_at ? null : toRole(row.role)
}
