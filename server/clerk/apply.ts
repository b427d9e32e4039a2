import type { Insertable, Transaction } from 'kysely'
import { lockOrganization } from '../db/lock-organization.ts'
import { lockOrganizationId, provisionOrganization } from '../db/provision.ts'
import type { Database, MembersTable } from '../db/schema.ts'
import { eraseOrganization } from '../erasure/erase-organization.ts'
import { toRole } from '../http/membership.ts'
import type { Member, Role } from '../kernel/deps.ts'
import { forgetMember } from '../notifications/forget-member.ts'
import { recordRole } from '../organizations/former-admins.ts'
import type { ClerkEvent, ItemData } from './events.ts'
import { applySubscription, storeItem } from './subscriptions.ts'

type Tx = Transaction<Database>

/** Applies an event that occurred at `at`, unless newer state is stored. */
export async function applyEvent(
  tx: Tx,
  event: ClerkEvent,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  switch (event.type) {
    case 'organization.created':
    case 'organization.updated':
      return within(tx, event.data, now, () => rename(tx, event.data, at))
    case 'organization.deleted':
      return removeOrganization(tx, event.data.id, at)
    case 'user.deleted':
      return removeUser(tx, event.data.id, at)
    case 'organizationMembership.created':
    case 'organizationMembership.updated':
    case 'organizationMembership.deleted': {
      const { id, role, organization, public_user_data } = event.data
      const removed_at = event.type === 'organizationMembership.deleted' ? at : null
      const { user_id, first_name, last_name, identifier } = public_user_data
      const name = [first_name, last_name].filter(Boolean).join(' ') || null
      const email = identifier?.includes('@') ? identifier : null
      // The history shows the names of former members, and nothing else about them.
      const member = { id, role, name, email: removed_at ? null : email, user_id, removed_at, changed_at: at }
      return within(tx, organization, now, async () => {
        const who = { organizationId: organization.id, userId: user_id }
        const before = await storedRole(tx, who)
        await storeMember(tx, organization.id, member)
        const after = (await storedRole(tx, who)) ?? null
        if (removed_at !== null && after === null)
          await forgetMember(tx, organization.id, { userId: user_id, email })
        await recordRole(tx, who, { before, after }, at)
      })
    }
    default: {
      const { payer } = event.data
      // There are no plans for individual users.
      if (!payer?.organization_id) return
      const organization = { id: payer.organization_id, name: payer.organization_name }
      const items: ItemData[] = 'items' in event.data ? (event.data.items ?? []) : [event.data]
      return within(tx, organization, now, async () => {
        for (const item of items) await storeItem(tx, organization.id, item, at)
        await applySubscription(tx, organization.id, now)
      })
    }
  }
}

/**
 * Runs `change` on an organization, which it creates if this is its first event. Serializes the events of an
 * organization. Does nothing for a deleted organization.
 */
async function within(
  tx: Tx,
  { id, name }: { id: string; name: string | null },
  now: Date,
  change: () => Promise<unknown>,
): Promise<void> {
  if (!(await provisionOrganization(tx, { id, name: name ?? id }, now))) return
  await lockOrganization(tx, id)
  await change()
}

async function rename(tx: Tx, { id, name }: { id: string; name: string | null }, at: Date): Promise<void> {
  if (!name) return
  await tx
    .updateTable('organizations')
    .set({ name, named_at: at })
    .where('id', '=', id)
    .where((where) => where.or([where('named_at', 'is', null), where('named_at', '<=', at)]))
    .execute()
}

async function removeOrganization(tx: Tx, id: string, at: Date): Promise<void> {
  await lockOrganizationId(tx, id)
  await tx
    .insertInto('deleted_organizations')
    .values({ id, deleted_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await eraseOrganization(tx, id)
}

/** Ends the memberships of a user who has deleted the account. */
async function removeUser(tx: Tx, userId: string, at: Date): Promise<void> {
  const memberships = await tx
    .selectFrom('members')
    .select(['id', 'organization_id', 'role', 'email'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('organization_id')
    .execute()
  for (const { id, organization_id, role, email } of memberships) {
    await lockOrganization(tx, organization_id)
    const ended = { removed_at: at, changed_at: at, email: null }
    await tx.updateTable('members').set(ended).where('id', '=', id).execute()
    await forgetMember(tx, organization_id, { userId, email })
    const left = { before: toRole(role), after: null }
    await recordRole(tx, { organizationId: organization_id, userId }, left, at)
  }
}

/**
 * Returns the role of a user who has a membership, for example after joining again; null for a former member, and
 * undefined if none has been reported.
 */
async function storedRole(tx: Tx, { organizationId, userId }: Member): Promise<Role | null | undefined> {
  const membership = await tx
    .selectFrom('members')
    .select(['role', 'removed_at'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .orderBy('removed_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
  if (!membership) return undefined
  return membership.removed_at === null ? toRole(membership.role) : null
}

/** Clerk never reuses membership IDs, so a removed membership stays removed. */
async function storeMember(
  tx: Tx,
  organizationId: string,
  member: Insertable<Omit<MembersTable, 'organization_id'>> & { removed_at: Date | null; changed_at: Date },
): Promise<void> {
  const { role, name, email, changed_at, removed_at } = member
  await tx
    .insertInto('members')
    .values({ ...member, organization_id: organizationId })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ role, name, email, changed_at, removed_at })
        .where('members.removed_at', 'is', null)
        .where((where) => (removed_at ? where.lit(true) : where('members.changed_at', '<=', changed_at))),
    )
    .execute()
}
