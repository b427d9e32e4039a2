import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { applyEvent } from '../../server/clerk/apply.ts'
import { ClerkEvent } from '../../server/clerk/events.ts'
import type { Database } from '../../server/db/schema.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { planBySlug } from './plans.ts'
import { planItem } from './present/billing.ts'
import { presentOrganization } from './present/organization.ts'
import { organizationById } from './queries.ts'

type Trx = Transaction<Database>

/**
 * Applies the state of an organization to the product in the format of Clerk's webhooks. Call it in the transaction
 * that changes the state, so that a crash loses both changes or neither.
 */
export async function reportOrganization(trx: Trx, id: string, now: Date): Promise<void> {
  const organization = await organizationById(trx, id)
  if (!organization) return
  await apply(trx, 'organization.updated', presentOrganization(organization), now)
  const subscription = {
    payer: { organization_id: id, organization_name: organization.name },
    items: [planItem(organization, planBySlug(organization.plan_slug))],
  }
  await apply(trx, 'subscription.updated', subscription, now)
}

/** Erases a deleted organization from the product. Call it in the transaction that deletes it. */
export function reportDeletion(trx: Trx, id: string, now: Date): Promise<void> {
  return apply(trx, 'organization.deleted', { id }, now)
}

/** Applies the state of all organizations, including those that an earlier version failed to report. */
export async function reportAll({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const organizations = await db.selectFrom('identity_organizations').select('id').execute()
  for (const { id } of organizations) {
    await db.transaction().execute((trx) => reportOrganization(trx, id, clock()))
  }
}

function apply(trx: Trx, type: ClerkEvent['type'], data: object, now: Date): Promise<void> {
  return applyEvent(trx, v.parse(ClerkEvent, { type, data }), { at: now, now })
}
