import type {
  BillingCheckoutJSON,
  BillingMoneyAmountJSON,
  BillingPlanJSON,
  BillingSubscriptionJSON,
} from '@clerk/shared/types'
import { isPaid, money, planBySlug } from '../plans.ts'
import type { Checkout, Organization } from '../rows.ts'

export type Period = 'month' | 'annual'

export const toPeriod = (text: string | undefined): Period => (text === 'annual' ? 'annual' : 'month')

/** Returns the price of one period of a plan. */
function price(plan: BillingPlanJSON, period: Period): BillingMoneyAmountJSON {
  return (period === 'annual' ? plan.annual_fee : plan.fee) ?? plan.fee ?? money(0)
}

function periodEnd(start: Date, period: Period): number {
  const end = new Date(start)
  end.setUTCMonth(end.getUTCMonth() + (period === 'annual' ? 12 : 1))
  return end.getTime()
}

/** Formats the organization's only plan as an item of its subscription. */
export function planItem(organization: Organization, plan: BillingPlanJSON) {
  const period = toPeriod(organization.plan_period)
  const start = organization.plan_since.getTime()
  return {
    object: 'commerce_subscription_item',
    id: `csubi_${organization.id}`,
    plan,
    plan_period: period,
    price_id: `cprice_${plan.slug}`,
    status: 'active',
    amount: price(plan, period),
    created_at: start,
    period_start: start,
    period_end: isPaid(plan) ? periodEnd(organization.plan_since, period) : null,
    canceled_at: null,
    past_due_at: null,
    is_free_trial: false,
  } as const
}

export function presentSubscription(organization: Organization): BillingSubscriptionJSON {
  const item = planItem(organization, planBySlug(organization.plan_slug))
  const { amount, period_end: end } = item
  return {
    object: 'commerce_subscription',
    id: `csub_${organization.id}`,
    status: 'active',
    created_at: organization.created_at.getTime(),
    active_at: organization.created_at.getTime(),
    updated_at: organization.updated_at.getTime(),
    past_due_at: null,
    eligible_for_free_trial: false,
    next_payment: end === null ? null : { amount, date: end },
    subscription_items: [item],
  }
}

/** Formats a checkout. It needs no card because it contacts no payment provider and charges nothing. */
export function presentCheckout(
  checkout: Checkout,
  plan: BillingPlanJSON,
  organization: Organization,
): BillingCheckoutJSON {
  const period = toPeriod(checkout.period)
  const due = price(plan, period)
  // The drawer shows the base fee as "x 12 months", so it is a monthly fee even for yearly billing.
  const baseFee = (period === 'annual' ? plan.annual_monthly_fee : plan.fee) ?? due
  const perPeriod = { subtotal: due, base_fee: baseFee, tax_total: money(0), grand_total: due }
  return {
    object: 'commerce_checkout',
    id: checkout.id,
    external_client_secret: '',
    external_gateway_id: '',
    plan,
    plan_period: period,
    status: checkout.status === 'completed' ? 'completed' : 'needs_confirmation',
    totals: {
      ...perPeriod,
      total_due_now: due,
      total_due_per_period: due,
      totals_due_per_period: perPeriod,
      total_due_after_free_trial: null,
      credit: null,
      credits: null,
      discounts: null,
      past_due: null,
    },
    is_immediate_plan_change: true,
    needs_payment_method: false,
    payer: {
      object: 'commerce_payer',
      id: `cpayer_${organization.id}`,
      user_id: null,
      organization_id: organization.id,
      organization_name: organization.name,
    },
  }
}
