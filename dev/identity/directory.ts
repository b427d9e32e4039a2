import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/db/schema.ts'
import type { Deps, MemberDirectory } from '../../server/kernel/deps.ts'
import { publicJwks } from './tokens.ts'

/** Selects the account emails of an organization's members, in the order in which they joined. */
const emailsOf = (tx: Kysely<Database>, organizationId: string) =>
  tx
    .selectFrom('identity_memberships')
    .innerJoin('identity_users', 'identity_users.id', 'identity_memberships.user_id')
    .select('email')
    .where('organization_id', '=', organizationId)
    .orderBy('identity_memberships.created_at')
    .orderBy('identity_memberships.id')

const nameOf = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }) =>
  [first_name, last_name].filter(Boolean).join(' ') || null

/** Provides the local identity's users in the form that the product API needs. */
export function localDirectory({ db, clock }: Pick<Deps, 'db' | 'clock'>): MemberDirectory {
  return {
    publicKeys: () => publicJwks({ db, clock }),
    async roleOf({ userId, organizationId }) {
      const row = await db
        .selectFrom('identity_memberships')
        .select('role')
        .where('user_id', '=', userId)
        .where('organization_id', '=', organizationId)
        .executeTakeFirst()
      return row?.role ?? null
    },
    async namesOf(userIds) {
      const users = await db
        .selectFrom('identity_users')
        .select(['id', 'first_name', 'last_name'])
        .where('id', '=', sql<string>`any(${userIds})`)
        .execute()
      return new Map(
        users.flatMap(({ id, ...user }) => {
          const name = nameOf(user)
          return name === null ? [] : [[id, name] as const]
        }),
      )
    },
    async adminEmails(tx, organizationId) {
      const rows = await emailsOf(tx, organizationId).where('role', '=', 'org:admin').execute()
      return rows.map(({ email }) => email)
    },
    async memberEmails(tx, organizationId) {
      const rows = await emailsOf(tx, organizationId).execute()
      return rows.map(({ email }) => email)
    },
    async members(tx, organizationId) {
      const rows = await emailsOf(tx, organizationId)
        .select(['identity_users.id', 'first_name', 'last_name'])
        .execute()
      return rows.map(({ id, email, ...name }) => ({ userId: id, name: nameOf(name), email }))
    },
    async hasEnded(sessionId) {
      const row = await db
        .selectFrom('identity_sessions')
        .select('id')
        .where('id', '=', sessionId)
        .where('status', '!=', 'active')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
