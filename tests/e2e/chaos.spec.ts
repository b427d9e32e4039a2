import type { BrowserContext, Page, Route } from '@playwright/test'
import * as v from 'valibot'
import { Lead } from '../../src/contract/leads.ts'
import { tokenIn } from '../support/clerk-in-page.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'

const LEADS = `${TEST_ORIGINS.api}/api/v1/organizations/org_greenacres/leads`
const API = new RegExp(`^${TEST_ORIGINS.api}/api/`)
const CORS = { 'access-control-allow-origin': TEST_ORIGINS.console }

/** What the API does instead of responding. */
const FAULTS: Record<string, (route: Route) => Promise<void>> = {
  drop: (route) => route.abort('connectionreset'),
  html: (route) => route.fulfill({ headers: CORS, contentType: 'text/html', body: '<h1>It works!</h1>' }),
  error: (route) => route.fulfill({ status: 500, headers: CORS, json: { message: 'Out of order' } }),
  busy: (route) => route.fulfill({ status: 429, headers: CORS, json: { message: 'Too many requests' } }),
  // A write that returns 200 has succeeded, so the request also arrives.
  empty: async (route) => {
    if (route.request().method() !== 'GET') await route.fetch()
    await route.fulfill({ headers: CORS, contentType: 'application/json', body: '' })
  },
  // The change arrives, but its response does not.
  lost: async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
}

test.use({ expectedErrors: [/Failed to load resource|CORS policy/] })

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

/** The statuses that the page shows, by lead id. */
async function shown(page: Page): Promise<Map<string, string>> {
  const rows = page.locator('tr[data-row-key]')
  const found = await rows.evaluateAll((all) =>
    all.map((row): [string, string] => [
      row.getAttribute('data-row-key') ?? '',
      row.querySelector('.status-tag')?.textContent?.trim().toLowerCase() ?? '',
    ]),
  )
  return new Map(found)
}

/** The statuses on the server, requested outside the page. */
async function stored(page: Page): Promise<Map<string, string>> {
  const token = await tokenIn(page)
  const answer = await page.request.get(LEADS, { headers: { authorization: `Bearer ${token}` } })
  return new Map(v.parse(v.array(Lead), await answer.json()).map(({ id, status }) => [id, status]))
}

async function setStatus(page: Page, leadId: string, status: string): Promise<void> {
  const row = page.locator(`tr[data-row-key="${leadId}"]`)
  await row.getByRole('button', { name: /^Update / }).click()
  await page.getByRole('menuitemradio', { name: status }).filter({ visible: true }).click()
  await expect(row.getByRole('button', { name: /^Update / })).toBeEnabled()
}

/** Applies `fault` to all calls of the API. Returns a function that restores the real API. */
async function breakApi(context: BrowserContext, fault: string, hits: Map<string, number>) {
  const handler = async (route: Route) => {
    hits.set(fault, (hits.get(fault) ?? 0) + 1)
    await FAULTS[fault]?.(route).catch(() => undefined)
  }
  await context.route(API, handler)
  return () => context.unroute(API, handler)
}

test('an API that drops, fails, and returns nonsense loses no changes and causes no false success', async ({
  page,
  context,
}) => {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  test.slow()
  const ids = [...(await shown(page))].filter(([, status]) => status === 'new').map(([id]) => id)
  const hits = new Map<string, number>()

  for (const [index, fault] of Object.keys(FAULTS).entries()) {
    const leadId = ids[index] ?? ''
    const mend = await breakApi(context, fault, hits)
    await setStatus(page, leadId, 'Converted')
    await mend()
  }

  for (const fault of Object.keys(FAULTS))
    expect(hits.get(fault), `${fault} was applied to a request`).toBeGreaterThan(0)
  await page.reload()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect(page.getByText(/will send when you are back online/)).toBeHidden()
  await expect(async () => {
    const server = await stored(page)
    for (const [id, status] of await shown(page)) expect(server.get(id), id).toBe(status)
    // Dropped and lost requests are resent: what was shown as done is done.
    expect(server.get(ids[0] ?? '')).toBe('converted')
    expect(server.get(ids[5] ?? '')).toBe('converted')
  }).toPass()
})

test('the list says that it could not load from an API that is down, and loads once that is back', async ({
  page,
  context,
}) => {
  const mend = await breakApi(context, 'drop', new Map())
  await page.goto('/leads')
  await expect(page.getByRole('button', { name: 'Green Acres' })).toBeVisible()
  // Now the page has a token, and waits with Clerk, which knows the name too.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Failed to fetch leads' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Green Acres' })).toBeVisible()
  await mend()
  // It may have recovered before the click.
  await page
    .getByRole('button', { name: 'Retry' })
    .last()
    .click({ timeout: 3_000 })
    .catch(() => undefined)
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
})

test('the page stays usable while an API delays its responses', async ({ page, context }) => {
  const held: Route[] = []
  await context.route(API, (route) => {
    held.push(route)
  })
  await page.goto('/leads')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { name: 'Leads' })).toBeVisible()
  await page.getByRole('link', { name: 'Agent' }).click()
  await expect(page).toHaveURL(/\/agent$/)
  await context.unroute(API)
  await Promise.all(held.map((route) => route.continue().catch(() => undefined)))
  await page.getByRole('link', { name: 'Leads' }).click()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
})

test.describe('content that fails to render', () => {
  test.use({ expectedErrors: [/Out of numbers/] })

  test('is replaced by a notice, and comes back on retry', async ({ page }) => {
    await page.addInitScript(() => {
      // Only numbers with their thousands grouped are written with this pattern.
      const { replace } = String.prototype
      String.prototype.replace = function (this: string, ...args: unknown[]) {
        if (String(args[0]).includes('{3})+$')) throw new Error('Out of numbers')
        return Reflect.apply(replace, this, args)
      }
      addEventListener('repair', () => {
        String.prototype.replace = replace
      })
    })
    for (const [path, content] of [
      ['/leads', /of 60 leads$/],
      ['/', '60 total leads'],
    ] as const) {
      await page.goto(path)
      await expect(
        page.getByRole('heading', { name: 'This part of the page has stopped working' }),
      ).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      await page.evaluate(() => dispatchEvent(new Event('repair')))
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText(content)).toBeVisible()
    }
  })
})
