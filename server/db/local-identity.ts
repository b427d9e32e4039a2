import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'

/** The name of the first migration after which the product has no tables of the local identity. */
export const WITHOUT_LOCAL_IDENTITY = '0052-no-local-identity'

/** The stand-in's lists of its migrations. They are part of no backup. */
export const DEV_LEDGER = ['dev_migration', 'dev_migration_lock']

/** Returns whether a table belongs to the stand-in for Clerk. */
export const isLocalIdentityTable = (name: string): boolean => name.startsWith('identity_')

/** Returns the statement that drops the tables of the local identity; null if the database has none. */
export async function dropOfLocalIdentity(db: Kysely<Database>): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and (relname like 'identity\\_%' or relname = any(${DEV_LEDGER})) order by 1`.execute(db)
  return rows.length === 0 ? null : `drop table ${rows.map(({ name }) => name).join(', ')};`
}

interface Membership {
  organization_id: string
  user_id: string
}

/** The memberships that the local identity keeps. */
export interface LocalIdentity {
  /** Returns the memberships that a condition on `t` selects. */
  members(where: RawBuilder<unknown>): Promise<(Membership & { role: string; email: string | null })[]>
  end(membership: Membership): Promise<void>
  demote(membership: Membership): Promise<void>
  deleteOrganization(id: string): Promise<void>
}

/** Opens what a database knows of the local identity; null if it has no such tables. */
export async function openLocalIdentity(tx: Kysely<Database>): Promise<LocalIdentity | null> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('identity_memberships') is not null as found`.execute(tx)
  if (!rows[0]?.found) return null
  const of = ({ organization_id, user_id }: Membership) =>
    sql`organization_id = ${organization_id} and user_id = ${user_id}`
  return {
    async members(where) {
      const found = await sql<Membership & { role: string; email: string | null }>`
        select organization_id, user_id, role, (select email from identity_users where id = user_id) as email
          from identity_memberships t where ${where}`.execute(tx)
      return found.rows
    },
    async end(membership) {
      await sql`delete from identity_memberships where ${of(membership)}`.execute(tx)
      await sql`update identity_sessions set organization_id = null where ${of(membership)}`.execute(tx)
    },
    async demote(membership) {
      await sql`update identity_memberships set role = 'org:member' where ${of(membership)}`.execute(tx)
    },
    async deleteOrganization(id) {
      await sql`delete from identity_organizations where id = ${id}`.execute(tx)
    },
  }
}
