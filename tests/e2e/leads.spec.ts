import type { Page } from '@playwright/test'
import { expect, RIVAL, test } from '../support/e2e.ts'

async function openLeads(page: Page): Promise<void> {
  await page.goto('/leads')
  await expect(page.getByText(/^\d+-\d+ of \d+ leads$/)).toBeVisible()
}

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

async function chooseStatus(page: Page, status: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: status })
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('shows statistics, five columns, twenty rows and the total', async ({ page }) => {
  await openLeads(page)
  await expect(page).toHaveTitle(/Leads/)
  for (const name of ['Total Leads', 'New', 'Converted', 'Conversion Rate']) {
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) })).toBeVisible()
  }
  await expect(page.getByRole('columnheader')).toHaveText([
    'Lead',
    'Service Interest',
    'Status',
    'Created',
    'Actions',
  ])
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
})

test('pages, jumps and changes the page size', async ({ page }) => {
  await openLeads(page)
  const first = await rows(page).first().textContent()
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect(page.getByText('21-40 of 60 leads')).toBeVisible()
  await expect(rows(page).first()).not.toHaveText(first ?? '')

  const jumper = page.locator('.ant-pagination-options-quick-jumper input')
  await jumper.fill('3')
  await jumper.press('Enter')
  await expect(page.getByText('41-60 of 60 leads')).toBeVisible()

  await page.locator('.ant-pagination-options-size-changer').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '50' }).click()
  await expect(page.getByText('1-50 of 60 leads')).toBeVisible()
  await expect(rows(page)).toHaveCount(50)
})

test('filters by status', async ({ page }) => {
  await openLeads(page)
  for (const status of ['Lost', 'Converted', 'New']) {
    await chooseStatus(page, status)
    await expect(rows(page).first()).toContainText(status)
    await expect(page.getByText('of 60 leads')).toBeHidden()
    for (const text of await rows(page).allTextContents()) expect(text).toContain(status)
  }
  await chooseStatus(page, 'All Status')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
})

test('searches by name as one types, and says when nothing matches', async ({ page }) => {
  await openLeads(page)
  const search = page.getByRole('searchbox', { name: 'Search leads' })
  await search.pressSequentially('MARCUS.okafor')
  await expect(page.getByText(/^1-1 of 1 leads?$/)).toBeVisible()
  await expect(rows(page)).toContainText(['Marcus Okafor'])

  await search.fill('%_\\\'"<script>')
  await expect(page.getByText('No leads match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(search).toHaveValue('')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
})

test('filters by days', async ({ page }) => {
  await openLeads(page)
  await page.getByLabel('From').fill('2000-01-01')
  await page.getByLabel('To', { exact: true }).fill('2000-01-31')
  await expect(page.getByText('No leads match')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2999-01-01')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
})

test('says that lost leads are marked by the system, and reloads', async ({ page }) => {
  await openLeads(page)
  const reloaded = page.waitForResponse((answer) => /\/leads(\?|$)/.test(answer.url()))
  await page.getByRole('button', { name: 'Auto-Mark Lost' }).click()
  await expect(page.getByText(/automatically by the system/)).toBeVisible()
  expect((await reloaded).ok()).toBe(true)
})

test('empty: an organization without leads', async ({ page, reset, signIn }) => {
  await reset({ leads: 0 })
  await signIn()
  await page.goto('/leads')
  await expect(page.getByText('No leads yet')).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('0')
})

test('ten thousand leads stay usable', async ({ page, reset, signIn }) => {
  await reset({ leads: 10_000 })
  await signIn()
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 10,000 leads')).toBeVisible({ timeout: 20_000 })
  await expect(rows(page)).toHaveCount(20)
})

test.describe('when the API fails', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('says so, and loads on Retry', async ({ page, context }) => {
    const leads = /\/api\/v1\/organizations\/[^/]+\/leads(\?|$)/
    await context.route(leads, (route) =>
      route.fulfill({
        status: 400,
        headers: { 'access-control-allow-origin': '*' },
        json: { message: 'No' },
      }),
    )
    await page.goto('/leads')
    await expect(page.getByText('Failed to fetch leads')).toBeVisible()
    await context.unroute(leads)
    await page.getByRole('button', { name: /retry|try again/i }).click()
    await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  })

  test('another organization’s leads are refused to its rival', async ({ page, context, signIn }) => {
    await context.clearCookies()
    await signIn(RIVAL)
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/org_greenacres/leads'))
    await context.route(/\/api\/v1\/organizations\/org_rivalmowing\/leads$/, (route) =>
      route.continue({ url: route.request().url().replace('org_rivalmowing', 'org_greenacres') }),
    )
    await page.goto('/leads')
    expect((await answered).status()).toBe(403)
    await expect(page.getByRole('table')).toBeHidden()
  })
})
