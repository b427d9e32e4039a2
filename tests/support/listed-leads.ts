import type { Page } from '@playwright/test'

/** The list of leads, or part of it. */
export const LEAD_LIST = /\/api\/v1\/organizations\/[^/]+\/leads(\?|$)/

type Listed = Record<string, unknown>

/** Changes the leads in all responses. */
export async function changeListedLeads(page: Page, change: (leads: Listed[]) => Listed[]): Promise<void> {
  await page.route(LEAD_LIST, async (route) => {
    const response = await route.fetch()
    const json: Listed[] | { leads: Listed[] } = await response.json()
    await route.fulfill({
      response,
      json: Array.isArray(json) ? change(json) : { ...json, leads: change(json.leads) },
    })
  })
}
