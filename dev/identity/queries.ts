import { type Kysely, sql } from 'kysely'
import { hashToken } from '../../server/base/secrets.ts'
import type { Database } from '../../server/db/schema.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { normalizeEmail } from './email.ts'
import type { Client, Invitation, Membership, Organization, Session, User } from './rows.ts'

type Db = Kysely<Database>

const SESSION_DAYS = 7

export const sessionEnd = (start: Date) => new Date(start.getTime() + SESSION_DAYS * DAY_MS)

export function clientBySecret(db: Db, secret: string): Promise<Client | undefined> {
  return db
    .selectFrom('identity_clients')
    .where('secret_hash', '=', hashToken(secret))
    .selectAll()
    .executeTakeFirst()
}

export function clientById(db: Db, id: string): Promise<Client | undefined> {
  return db.selectFrom('identity_clients').where('id', '=', id).selectAll().executeTakeFirst()
}

/** Returns the active sessions of a browser, oldest first. */
export function liveSessions(db: Db, clientId: string, now: Date): Promise<Session[]> {
  return db
    .selectFrom('identity_sessions')
    .where('client_id', '=', clientId)
    .where('status', '=', 'active')
    .where('created_at', '>', new Date(now.getTime() - SESSION_DAYS * DAY_MS))
    .orderBy('created_at')
    .orderBy('id')
    .selectAll()
    .execute()
}

export function userByEmail(db: Db, email: string): Promise<User | undefined> {
  return db
    .selectFrom('identity_users')
    .where('email', '=', normalizeEmail(email))
    .selectAll()
    .executeTakeFirst()
}

/** Returns whether a browser has ever signed in to the account of an email address. */
export async function hasSignedIn(db: Db, clientId: string, email: string): Promise<boolean> {
  const session = await db
    .selectFrom('identity_sessions as s')
    .innerJoin('identity_users as u', 'u.id', 's.user_id')
    .where('s.client_id', '=', clientId)
    .where('u.email', '=', normalizeEmail(email))
    .select('s.id')
    .executeTakeFirst()
  return session !== undefined
}

export function userById(db: Db, id: string): Promise<User | undefined> {
  return db.selectFrom('identity_users').where('id', '=', id).selectAll().executeTakeFirst()
}

/** Returns the invitations by an organization or to an address with one of `statuses`, newest first. */
export function invitationsBy(
  db: Db,
  column: 'organization_id' | 'email',
  value: string,
  statuses: string[],
): Promise<Invitation[]> {
  return db
    .selectFrom('identity_invitations')
    .where(column, '=', value)
    .where('status', 'in', statuses)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .selectAll()
    .execute()
}

const selectOrganizations = (db: Db) =>
  db
    .selectFrom('identity_organizations as o')
    .selectAll('o')
    .select([
      sql<number>`(select count(*)::int from identity_memberships m where m.organization_id = o.id)`.as(
        'members_count',
      ),
      sql<number>`(select count(*)::int from identity_invitations i
        where i.organization_id = o.id and i.status = 'pending')`.as('invited_count'),
    ])

export function organizationById(db: Db, id: string): Promise<Organization | undefined> {
  return selectOrganizations(db).where('o.id', '=', id).executeTakeFirst()
}

export async function organizationsById(db: Db, ids: string[]): Promise<Map<string, Organization>> {
  if (ids.length === 0) return new Map()
  const rows = await selectOrganizations(db).where('o.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

interface MembershipFilter {
  organizationId?: string
  userId?: string
  roles?: string[]
  /** Matches part of a name or an email address. */
  search?: string | undefined
}

interface Page {
  limit: number
  offset: number
}

const matchingMemberships = (db: Db, filter: MembershipFilter) => {
  let query = db.selectFrom('identity_memberships as m').innerJoin('identity_users as u', 'u.id', 'm.user_id')
  if (filter.organizationId !== undefined)
    query = query.where('m.organization_id', '=', filter.organizationId)
  if (filter.userId !== undefined) query = query.where('m.user_id', '=', filter.userId)
  if (filter.roles?.length) query = query.where('m.role', 'in', filter.roles)
  if (filter.search) {
    const part = filter.search.toLowerCase()
    query = query.where(
      sql<boolean>`position(${part} in lower(concat_ws(' ', u.first_name, u.last_name, u.email))) > 0`,
    )
  }
  return query
}

/** Returns memberships with their users and organizations, in the order in which they were created. */
export async function memberships(db: Db, filter: MembershipFilter, page?: Page): Promise<Membership[]> {
  let query = matchingMemberships(db, filter).orderBy('m.created_at').orderBy('m.id').selectAll('m')
  if (page) query = query.limit(page.limit).offset(page.offset)
  const rows = await query.execute()
  if (rows.length === 0) return []
  const organizations = await organizationsById(db, [...new Set(rows.map((row) => row.organization_id))])
  const users = new Map(
    (
      await db
        .selectFrom('identity_users')
        .where(
          'id',
          'in',
          rows.map((row) => row.user_id),
        )
        .selectAll()
        .execute()
    ).map((user) => [user.id, user]),
  )
  return rows.flatMap((row) => {
    const organization = organizations.get(row.organization_id)
    const user = users.get(row.user_id)
    return organization && user ? [{ ...row, organization, user }] : []
  })
}

export async function countMemberships(db: Db, filter: MembershipFilter): Promise<number> {
  const row = await matchingMemberships(db, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function membershipOf(
  db: Db,
  organizationId: string,
  userId: string,
): Promise<Membership | undefined> {
  const [membership] = await memberships(db, { organizationId, userId })
  return membership
}
