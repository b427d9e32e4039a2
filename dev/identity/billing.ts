import type { BillingCreditBalanceJSON } from '@clerk/shared/types'
import { Hono } from 'hono'
import type { Transaction } from 'kysely'
import { newId } from '../../server/base/ids.ts'
import type { Database } from '../../server/db/schema.ts'
import { reply } from './clients.ts'
import { type Identity, type IdentityEnv, requireMember } from './context.ts'
import { ClerkError, notFound } from './errors.ts'
import { pageOf } from './form.ts'
import { FREE_PLAN, PLANS, planById } from './plans.ts'
import { presentCheckout, presentSubscription, toPeriod } from './present/billing.ts'
import { presentPage } from './present/common.ts'
import { presentDeleted } from './present/organization.ts'
import { reportOrganization } from './product.ts'
import type { Checkout } from './rows.ts'

const BILLING = '/organizations/:id/billing'

/** Returns the routes for plans and an organization's subscription. Checkouts need no card and charge nothing. */
export function billingRoutes(identity: Identity): Hono<IdentityEnv> {
  const { db, deps } = identity
  const routes = new Hono<IdentityEnv>()

  routes.get('/billing/plans', (c) => {
    const offered = c.req.query('payer_type') === 'org' ? PLANS : []
    const { limit, offset } = pageOf(c)
    return c.json(presentPage(offered.slice(offset, offset + limit), offered.length))
  })

  routes.get('/billing/plans/:planId', (c) => {
    const plan = planById(c.req.param('planId'))
    if (!plan) throw notFound()
    return c.json(plan)
  })

  routes.get(`${BILLING}/subscription`, async (c) => {
    const { organization } = await requireMember(identity, c, c.req.param('id'))
    return c.json({ response: presentSubscription(organization), client: null })
  })

  for (const list of ['payment_methods', 'statements']) {
    routes.get(`${BILLING}/${list}`, async (c) => {
      await requireMember(identity, c, c.req.param('id') ?? '')
      return c.json({ response: presentPage([], 0), client: null })
    })
  }

  routes.get(`${BILLING}/payment_attempts`, async (c) => {
    await requireMember(identity, c, c.req.param('id'))
    return c.json(presentPage([], 0))
  })

  routes.get(`${BILLING}/credits`, async (c) => {
    await requireMember(identity, c, c.req.param('id'))
    const response: BillingCreditBalanceJSON = { object: 'commerce_credit_balance', balance: null }
    return c.json({ response, client: null })
  })

  routes.post(`${BILLING}/checkouts`, async (c) => {
    const { organization } = await requireMember(identity, c, c.req.param('id'), 'admin')
    const plan = planById(c.env.form.text('plan_id') ?? '')
    if (!plan) throw notFound()
    const checkout = await db
      .insertInto('identity_checkouts')
      .values({
        id: newId('cchk'),
        organization_id: organization.id,
        plan_id: plan.id,
        period: toPeriod(c.env.form.text('plan_period')),
        status: 'needs_confirmation',
        created_at: deps.clock(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return reply(identity, c, presentCheckout(checkout, plan, organization))
  })

  const ownCheckout = async (organizationId: string, id: string) => {
    const checkout = await db
      .selectFrom('identity_checkouts')
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .selectAll()
      .executeTakeFirst()
    const plan = checkout && planById(checkout.plan_id)
    if (!plan) throw notFound()
    return { checkout, plan }
  }

  routes.patch(`${BILLING}/checkouts/:checkoutId`, async (c) => {
    const { organization } = await requireMember(identity, c, c.req.param('id'), 'admin')
    await ownCheckout(organization.id, c.req.param('checkoutId'))
    throw new ClerkError(422, 'form_param_value_invalid', 'This promo code is not valid.', {
      param: 'promo_code',
    })
  })

  routes.patch(`${BILLING}/checkouts/:checkoutId/confirm`, async (c) => {
    const { organization } = await requireMember(identity, c, c.req.param('id'), 'admin')
    const { checkout, plan } = await ownCheckout(organization.id, c.req.param('checkoutId'))
    await db.transaction().execute(async (trx) => {
      const confirmed = await trx
        .updateTable('identity_checkouts')
        .set({ status: 'completed' })
        .where('id', '=', checkout.id)
        .where('status', '=', 'needs_confirmation')
        .returning('id')
        .executeTakeFirst()
      // Confirming is idempotent: a delayed duplicate doesn't undo a later change of plan.
      if (!confirmed) return
      await subscribe(trx, organization.id, { slug: plan.slug, period: checkout.period, now: deps.clock() })
    })
    const completed: Checkout = { ...checkout, status: 'completed' }
    return reply(identity, c, presentCheckout(completed, plan, organization))
  })

  routes.delete(`${BILLING}/subscription_items/:itemId`, async (c) => {
    const { organization } = await requireMember(identity, c, c.req.param('id'), 'admin')
    const itemId = c.req.param('itemId')
    if (itemId !== `csubi_${organization.id}`) throw notFound()
    await db
      .transaction()
      .execute((trx) =>
        subscribe(trx, organization.id, { slug: FREE_PLAN, period: 'month', now: deps.clock() }),
      )
    return reply(identity, c, presentDeleted('commerce_subscription_item', itemId))
  })

  return routes
}

/** Sets the plan of an organization, both here and in the product. */
async function subscribe(
  trx: Transaction<Database>,
  organizationId: string,
  { slug, period, now }: { slug: string; period: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('identity_organizations')
    .set({ plan_slug: slug, plan_period: period, plan_since: now, updated_at: now })
    .where('id', '=', organizationId)
    .execute()
  await reportOrganization(trx, organizationId, now)
}
