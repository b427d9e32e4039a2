import type { APIRequestContext } from '@playwright/test'
import { expect } from './e2e.ts'
import { GREEN } from './organizations.ts'

const BILLING = `/__clerk/v1/organizations/${GREEN}/billing`

/** Buys a plan through the same calls as Clerk's checkout. */
export async function buyPlan(request: APIRequestContext): Promise<void> {
  const form = { plan_id: 'cplan_growth', plan_period: 'month' }
  const begun = await request.post(`${BILLING}/checkouts`, { form })
  const { response } = await begun.json()
  const paid = await request.patch(`${BILLING}/checkouts/${response.id}/confirm`, { form: {} })
  expect(paid.ok(), await paid.text()).toBe(true)
}

/** Ends the organization's plan and its earlier trial. */
export async function endPlan(request: APIRequestContext): Promise<void> {
  const ended = await request.delete(`${BILLING}/subscription_items/csubi_${GREEN}`)
  expect(ended.ok(), await ended.text()).toBe(true)
}
