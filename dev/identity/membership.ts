import { type Kysely, sql, type Transaction } from 'kysely'
import { newId } from '../../server/base/ids.ts'
import type { Database } from '../../server/db/schema.ts'
import { toRole } from '../../server/http/membership.ts'
import type { Member } from '../../server/kernel/deps.ts'
import { forgetMember } from '../../server/notifications/forget-member.ts'
import { recordRole } from '../../server/organizations/former-admins.ts'
import { ClerkError, notMember } from './errors.ts'
import { type Role, SEATS } from './present/organization.ts'

type Trx = Transaction<Database>

/** Locks an organization to serialize membership changes. */
export async function lockOrganization(trx: Trx, organizationId: string): Promise<void> {
  const row = await trx
    .selectFrom('identity_organizations')
    .where('id', '=', organizationId)
    .forUpdate()
    .select('id')
    .executeTakeFirst()
  if (!row) throw notMember()
}

/** Adds a member. An existing member keeps their role. */
export async function addMember(
  trx: Trx,
  member: { organizationId: string; userId: string; role: Role; now: Date },
): Promise<void> {
  const added = await trx
    .insertInto('identity_memberships')
    .values({
      id: newId('orgmem'),
      organization_id: member.organizationId,
      user_id: member.userId,
      role: member.role,
      created_at: member.now,
      updated_at: member.now,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .returning('role')
    .executeTakeFirst()
  if (added) await recordRole(trx, member, { before: null, after: toRole(added.role) }, member.now)
}

/**
 * Removes a member, like Clerk's webhook, and deselects the organization in all of their sessions. Lock the organization first.
 *
 * @throws {ClerkError} 400 if no admin would be left.
 */
export async function removeMember(trx: Trx, { organizationId, userId }: Member, now: Date): Promise<void> {
  const removed = await trx
    .deleteFrom('identity_memberships')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .returning('role')
    .executeTakeFirst()
  await requireAdminLeft(trx, organizationId)
  const { email } = await trx
    .selectFrom('identity_users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await forgetMember(trx, organizationId, { userId, email })
  const left = { before: removed ? toRole(removed.role) : null, after: null }
  await recordRole(trx, { organizationId, userId }, left, now)
  await trx
    .updateTable('identity_sessions')
    .set({ organization_id: null })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Sets a member's role. Lock the organization first.
 *
 * @throws {ClerkError} 400 if no admin would be left.
 */
export async function changeRole(trx: Trx, member: Member, role: Role, now: Date): Promise<void> {
  const ofMember = { organization_id: member.organizationId, user_id: member.userId }
  const before = await trx
    .selectFrom('identity_memberships')
    .where((where) => where.and(ofMember))
    .select('role')
    .executeTakeFirst()
  if (!before) return
  await trx
    .updateTable('identity_memberships')
    .set({ role, updated_at: now })
    .where((where) => where.and(ofMember))
    .execute()
  await requireAdminLeft(trx, member.organizationId)
  await recordRole(trx, member, { before: toRole(before.role), after: toRole(role) }, now)
}

/** @throws {ClerkError} 400 if the organization has no admin. */
export async function requireAdminLeft(trx: Trx, organizationId: string): Promise<void> {
  const admin = await trx
    .selectFrom('identity_memberships')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'org:admin')
    .select('id')
    .executeTakeFirst()
  if (!admin) {
    throw new ClerkError(
      400,
      'organization_minimum_permissions_needed',
      'An organization needs at least one admin. Make someone else an admin first.',
    )
  }
}

/**
 * Checks the number of seats. Lock the organization first.
 *
 * @throws {ClerkError} 403 if members and invitations would exceed the organization's seats.
 */
export async function requireSeats(
  trx: Kysely<Database>,
  organizationId: string,
  more: number,
): Promise<void> {
  const { taken } = await trx
    .selectNoFrom(
      sql<number>`(select count(*) from identity_memberships where organization_id = ${organizationId})::int
        + (select count(*) from identity_invitations
            where organization_id = ${organizationId} and status = 'pending')::int`.as('taken'),
    )
    .executeTakeFirstOrThrow()
  if (taken + more > SEATS) {
    throw new ClerkError(
      403,
      'organization_membership_quota_exceeded',
      `An organization can have ${SEATS} members, pending invitations included.`,
    )
  }
}
