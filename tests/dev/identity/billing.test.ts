import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Browser, errorCode, openIdentity, type TestIdentity } from './support.ts'

let identity: TestIdentity
let owner: Browser
let organizationId: string
let billing: string

beforeAll(async () => {
  identity = await openIdentity()
  owner = identity.browser()
  await owner.signUp('owner@example.com')
})
beforeEach(async () => {
  organizationId = await owner.createOrganization('Green Acres')
  billing = `/organizations/${organizationId}/billing`
})
afterAll(() => identity.close())

const product = () =>
  identity.db
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .select(['subscription_status', 'plan'])
    .executeTakeFirstOrThrow()

const currentItem = async () =>
  (await owner.get(`${billing}/subscription`)).body.response.subscription_items[0]

async function checkout(plan: string, period = 'month') {
  const { body } = await owner.post(`${billing}/checkouts`, { plan_id: `cplan_${plan}`, plan_period: period })
  return body.response
}

test('organizations can choose the plans, including the starter alpha plan', async () => {
  const { body } = await owner.get('/billing/plans?payer_type=org')
  expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual([
    'free_org',
    'starter_alpha_',
    'growth',
  ])
  expect((await owner.get('/billing/plans?payer_type=user')).body).toEqual({ data: [], total_count: 0 })
  expect((await owner.get('/billing/plans/cplan_growth')).body.fee.amount_formatted).toBe('149.00')
})

test('a new organization has the free plan', async () => {
  expect(await currentItem()).toMatchObject({ plan: { slug: 'free_org' }, period_end: null })
  expect(await product()).toEqual({ subscription_status: 'trialing', plan: 'starter_alpha_' })
})

test("a confirmed checkout changes the organization's plan, in tokens and in the product", async () => {
  const draft = await checkout('starter_alpha_')
  expect(draft).toMatchObject({
    status: 'needs_confirmation',
    needs_payment_method: false,
    totals: { total_due_now: { amount: 4900 } },
  })
  expect((await product()).subscription_status).toBe('trialing')
  const { body } = await owner.patch(`${billing}/checkouts/${draft.id}/confirm`)
  expect(body.response.status).toBe('completed')
  expect(await product()).toEqual({ subscription_status: 'active', plan: 'starter_alpha_' })
  expect((await currentItem()).period_end).toBe(Date.parse('2026-12-20T12:00:00Z'))
  const { body: token } = await owner.token({ organization_id: organizationId })
  expect((await identity.verify(token.jwt)).pla).toBe('o:starter_alpha_')
})

test('a yearly plan is billed immediately, at the lower monthly price', async () => {
  const draft = await checkout('growth', 'annual')
  expect(draft.totals).toMatchObject({ total_due_now: { amount: 142_800 }, base_fee: { amount: 11_900 } })
  await owner.patch(`${billing}/checkouts/${draft.id}/confirm`)
  expect(await currentItem()).toMatchObject({
    plan_period: 'annual',
    period_end: Date.parse('2027-11-20T12:00:00Z'),
  })
})

test('a late repeated confirmation does not undo a later plan', async () => {
  const first = await checkout('starter_alpha_')
  await owner.patch(`${billing}/checkouts/${first.id}/confirm`)
  const second = await checkout('growth')
  await owner.patch(`${billing}/checkouts/${second.id}/confirm`)
  const repeated = await owner.patch(`${billing}/checkouts/${first.id}/confirm`)
  expect(repeated.body.response.status).toBe('completed')
  expect((await product()).plan).toBe('growth')
})

test('a canceled subscription returns to the free plan', async () => {
  const draft = await checkout('growth')
  await owner.patch(`${billing}/checkouts/${draft.id}/confirm`)
  const { status } = await owner.delete(`${billing}/subscription_items/csubi_${organizationId}`)
  expect(status).toBe(200)
  expect(await product()).toEqual({ subscription_status: 'canceled', plan: 'free_org' })
  expect((await currentItem()).plan.slug).toBe('free_org')
})

test('unknown plans, checkouts, and promo codes are refused', async () => {
  const unknown = await owner.post(`${billing}/checkouts`, { plan_id: 'cplan_unknown' })
  expect([unknown.status, errorCode(unknown)]).toEqual([404, 'resource_not_found'])
  expect((await owner.patch(`${billing}/checkouts/cchk_unknown/confirm`)).status).toBe(404)
  const draft = await checkout('growth')
  const promo = await owner.patch(`${billing}/checkouts/${draft.id}`, { promo_code: 'HALF' })
  expect([promo.status, errorCode(promo)]).toEqual([422, 'form_param_value_invalid'])
})

test('a checkout belongs to its organization', async () => {
  const draft = await checkout('growth')
  const other = await owner.createOrganization('Fresh Cut')
  const answer = await owner.patch(`/organizations/${other}/billing/checkouts/${draft.id}/confirm`)
  expect(answer.status).toBe(404)
  expect((await product()).subscription_status).toBe('trialing')
})
