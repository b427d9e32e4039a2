import type { BillingMoneyAmountJSON, BillingPlanJSON } from '@clerk/shared/types'
import { TRIAL_PLAN } from '../../server/db/provision.ts'

/** The plan of an organization without a subscription. */
export const FREE_PLAN = 'free_org'

export const money = (cents: number): BillingMoneyAmountJSON => ({
  amount: cents,
  amount_formatted: (cents / 100).toFixed(2),
  currency: 'USD',
  currency_symbol: '$',
})

interface PlanDraft {
  slug: string
  name: string
  description: string
  /** Cents per month with monthly billing. */
  monthly: number
  /** Cents per month with yearly billing. */
  monthlyByYear: number
  features: string[]
}

function plan({ slug, name, description, monthly, monthlyByYear, features }: PlanDraft): BillingPlanJSON {
  const paid = monthly > 0
  const annualMonthly = paid ? money(monthlyByYear) : null
  return {
    object: 'commerce_plan',
    id: `cplan_${slug}`,
    name,
    slug,
    description,
    avatar_url: null,
    is_default: slug === FREE_PLAN,
    is_recurring: true,
    has_base_fee: paid,
    for_payer_type: 'org',
    publicly_visible: true,
    fee: money(monthly),
    annual_fee: paid ? money(monthlyByYear * 12) : null,
    annual_monthly_fee: annualMonthly,
    features: features.map((feature, index) => ({
      object: 'feature',
      id: `feat_${slug}_${index}`,
      name: feature,
      description: null,
      slug: feature.toLowerCase().replace(/[^a-z0-9]+/g, '_'),
      avatar_url: null,
    })),
    free_trial_days: null,
    free_trial_enabled: false,
    available_prices: [
      {
        object: 'commerce_price',
        id: `cprice_${slug}`,
        fee: money(monthly),
        annual_monthly_fee: annualMonthly,
        is_default: true,
      },
    ],
  }
}

const free = plan({
  slug: FREE_PLAN,
  name: 'Free',
  description: 'Set up your agent and try it in the preview.',
  monthly: 0,
  monthlyByYear: 0,
  features: ['Agent setup', 'Widget preview'],
})

/** The available plans, cheapest first. */
export const PLANS: readonly BillingPlanJSON[] = [
  free,
  plan({
    slug: TRIAL_PLAN,
    name: 'Starter Alpha',
    description: 'Go live on your website and capture leads.',
    monthly: 4900,
    monthlyByYear: 3900,
    features: ['Chat widget on your website', 'Unlimited leads', 'Estimate booking'],
  }),
  plan({
    slug: 'growth',
    name: 'Growth',
    description: 'For crews that connect their other tools.',
    monthly: 14_900,
    monthlyByYear: 11_900,
    features: ['Everything in Starter Alpha', 'HubSpot and calendar connections', 'Webhooks and API keys'],
  }),
]

export const planById = (id: string): BillingPlanJSON | undefined => PLANS.find((known) => known.id === id)

/** Returns the plan with a slug; the free plan if it no longer exists. */
export const planBySlug = (slug: string): BillingPlanJSON =>
  PLANS.find((known) => known.slug === slug) ?? free

export const isPaid = (known: BillingPlanJSON): boolean => known.has_base_fee
