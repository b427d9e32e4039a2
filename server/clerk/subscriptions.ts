import type { Kysely, Selectable } from 'kysely'
import { TRIAL_PLAN } from '../../src/domain/billing/trial.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import type { Database, SubscriptionItemsTable } from '../db/schema.ts'
import type { ItemData } from './events.ts'

type Item = Selectable<SubscriptionItemsTable>

/** The statuses of an organization that pays or owes. */
const HELD = ['active', 'past_due']

/**
 * Stores the organization's plan as of `at`, unless a later state is stored. The caller must have locked the
 * organization.
 */
export async function storeItem(
  db: Kysely<Database>,
  organizationId: string,
  { id, status, period_end, is_free_trial, ...reported }: ItemData,
  at: Date,
): Promise<void> {
  const stored = await db
    .selectFrom('subscription_items')
    .select(['plan', 'is_paid', 'changed_at'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  const plan = planOf(reported, stored)
  if (stored && stored.changed_at > at) {
    if (stored.plan !== null || !reported.plan) return
    await db
      .updateTable('subscription_items')
      .set(plan)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute()
    return
  }
  const state = {
    ...plan,
    is_trial: is_free_trial ?? false,
    status,
    period_end: period_end === null ? null : new Date(period_end),
    changed_at: at,
  }
  await db
    .insertInto('subscription_items')
    .values({ organization_id: organizationId, id, ...state })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet(state))
    .execute()
}

/**
 * Clerk omits the plan from some reports. In that case, an earlier report names it, or the amount tells whether it is
 * paid.
 */
function planOf(
  { plan, amount, lifetime_paid }: Pick<ItemData, 'plan' | 'amount' | 'lifetime_paid'>,
  stored: Pick<Item, 'plan' | 'is_paid'> | undefined,
): Pick<Item, 'plan' | 'is_paid'> {
  const isCharged = (amount ?? 0) > 0 || (lifetime_paid ?? 0) > 0
  if (plan) {
    return {
      plan: plan.slug,
      is_paid: plan.has_base_fee ?? (plan.amount === null ? isCharged : plan.amount > 0),
    }
  }
  if (stored && stored.plan !== null) return { plan: stored.plan, is_paid: stored.is_paid }
  return { plan: null, is_paid: isCharged }
}

/**
 * Updates the organizations whose canceled plan has ended by `now`, because the provider's report can get lost. Returns
 * the number of organizations whose subscription ended.
 */
export async function endExpiredPlans(db: Kysely<Database>, now: Date): Promise<number> {
  const organizations = await db
    .selectFrom('organizations')
    .innerJoin('subscription_items', 'subscription_items.organization_id', 'organizations.id')
    .select('organizations.id')
    .distinct()
    .where('subscription_items.status', '=', 'canceled')
    .where('subscription_items.period_end', '<=', now)
    .where('subscription_status', 'in', HELD)
    .execute()
  let ended = 0
  for (const { id } of organizations) {
    ended += await db.transaction().execute(async (tx) => {
      await lockOrganization(tx, id)
      return applySubscription(tx, id, now)
    })
  }
  return ended
}

/** Updates the organization's subscription from its plans. Returns 1 if the subscription has ended, otherwise 0. */
export async function applySubscription(
  db: Kysely<Database>,
  organizationId: string,
  now: Date,
): Promise<number> {
  const items = await db
    .selectFrom('subscription_items')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .execute()
  const state = subscriptionOf(items, now)
  const update = db.updateTable('organizations').where('id', '=', organizationId)
  if (state) {
    await update.set(state).execute()
    return 0
  }
  // The free plan, which every organization has, doesn't end the initial trial.
  const { numUpdatedRows } = await update
    .set({
      subscription_status: 'canceled',
      plan: items.find(({ is_paid, status }) => !is_paid && status === 'active')?.plan ?? null,
    })
    .where('subscription_status', 'in', HELD)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Returns the subscription columns for the newest paid plan, or null if no plan is active or past due. */
function subscriptionOf(items: readonly Item[], now: Date) {
  const paid = items.filter(({ is_paid }) => is_paid)
  const held = paid.find((item) => item.status === 'active' || isPaidFor(item, now))
  if (held?.is_trial && held.plan === TRIAL_PLAN && held.period_end) {
    return { subscription_status: 'trialing', plan: held.plan, trial_ends_at: held.period_end }
  }
  if (held) return { subscription_status: 'active', plan: held.plan }
  const owed = paid.find(({ status }) => status === 'past_due')
  return owed ? { subscription_status: 'past_due', plan: owed.plan } : null
}

/** A canceled plan stays active until its period ends. */
const isPaidFor = ({ status, period_end }: Item, now: Date) =>
  status === 'canceled' && period_end !== null && period_end > now
