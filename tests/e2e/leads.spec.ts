import type { Page, Route } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { LEAD_LIST } from '../support/listed-leads.ts'
import { answerWith } from '../support/organizations.ts'

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

test('shows statistics and rows, whose menus and clicks belong to their leads', async ({ page }) => {
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
  await expect(page.getByRole('table')).toHaveAccessibleName('Leads')
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()

  const reloaded = page.waitForResponse((answer) => /\/leads(\?|$)/.test(answer.url()))
  await page.getByRole('button', { name: 'Auto-Mark Lost' }).click()
  await expect(page.getByText(/automatically by the system/)).toBeVisible()
  expect((await reloaded).ok()).toBe(true)

  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Update / })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page.getByText('21-40 of 60 leads')).toBeAttached()
  await expect(page.getByRole('menu')).toBeHidden()

  const row = rows(page).nth(1)
  const name = await row.locator('.lead-title a').textContent()
  const update = row.getByRole('button', { name: `Update ${name}` })
  await update.click()
  await expect(page.getByRole('menu', { name: `Update ${name}` })).toBeVisible()
  await update.click()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(update).toHaveAttribute('aria-expanded', 'false')
  await update.click()
  await expect(update).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('menuitemradio', { checked: false, name: 'Converted' }).click()
  await expect(row.getByText('Converted')).toBeVisible()
  await expect(row.locator('.lead-title a')).toHaveText(name ?? '')

  await row.getByRole('checkbox').check()
  await expect(page.getByRole('dialog')).toBeHidden()
  await row.getByRole('cell').nth(1).click()
  await expect(page).toHaveURL(/panel=/)
  await expect(row).toHaveAttribute('data-current', 'true')
})

test('supports paging, page jumps, and page sizes', async ({ page }) => {
  await openLeads(page)
  const first = await rows(page).first().textContent()
  const second = page.getByRole('button', { name: 'Page 2', exact: true })
  await second.scrollIntoViewIfNeeded()
  await expect(rows(page).first()).not.toBeInViewport()
  await second.click()
  await expect(page.getByText('21-40 of 60 leads')).toBeAttached()
  await expect(rows(page).first()).not.toHaveText(first ?? '')
  await expect(rows(page).first()).toBeInViewport()

  const jumper = page.getByRole('textbox', { name: 'Go to page' })
  await jumper.fill('3')
  await jumper.press('Enter')
  await expect(page.getByText('41-60 of 60 leads')).toBeVisible()

  await page.getByRole('combobox', { name: 'Page size' }).selectOption('50 / page')
  await expect(page.getByText('1-50 of 60 leads')).toBeVisible()
  await expect(rows(page)).toHaveCount(50)

  // Each sortable column sorts both ways; going back from another page restores page, size, and order.
  const names = () => rows(page).locator('.lead-title a').allTextContents()
  await page.getByRole('button', { name: 'Lead', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Lead' })).toHaveAttribute('aria-sort', 'ascending')
  const ascending = await names()
  await page.getByRole('button', { name: 'Lead', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Lead' })).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await names())[0]).not.toBe(ascending[0])
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/\/leads\?size=50&sort=lead\.desc&page=2$/)
  await expect(rows(page)).toHaveCount(10)
  expect(await names()).toEqual(ascending.slice(0, 10).toReversed())
  await page.getByRole('link', { name: 'Integrations' }).click()
  await expect(page.getByText(/integrations found/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText('51-60 of 60 leads')).toBeVisible()
  expect(await names()).toEqual(ascending.slice(0, 10).toReversed())
  for (const column of ['Service Interest', 'Status', 'Created']) {
    await page.getByRole('button', { name: column, exact: true }).click()
    await expect(page.getByRole('columnheader', { name: column })).toHaveAttribute('aria-sort', 'ascending')
  }
})

test('keeps what was typed and selected before its scripts loaded', async ({ page, context }) => {
  let hold = true
  const held: Route[] = []
  await context.route(/_astro\/leads-screen\.[^/]+\.js$/, (route) =>
    hold ? void held.push(route) : route.continue(),
  )
  await page.goto('/leads?sort=lead', { waitUntil: 'commit' })
  const search = page.getByRole('searchbox', { name: 'Search leads' })
  await search.pressSequentially('a')
  await chooseStatus(page, 'Converted')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  hold = false
  for (const route of held) await route.continue()
  await expect(page).toHaveURL(/\/leads\?sort=lead&search=a&status=converted$/)
  await expect(search).toHaveValue('a')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('converted')
  for (const text of await rows(page).allTextContents()) expect(text).toContain('Converted')
})

test('filters by days: typed ones unless incomplete, a preset, and those of the calendar', async ({
  page,
}) => {
  await openLeads(page)
  await page.getByRole('button', { name: 'Created: All time' }).press('Enter')
  const choice = page.getByRole('dialog', { name: 'Created' })
  const from = choice.getByLabel('From', { exact: true })
  await expect(from).toBeFocused()
  await from.fill('5/1/2')
  await expect(page).toHaveURL(/\/leads$/)
  await from.press('Tab')
  await expect(choice.getByRole('alert')).toHaveText('Enter a date such as 3/5, Mar 5, or yesterday.')
  await expect(from).toHaveAccessibleDescription(/Enter a date/)
  await expect(page).toHaveURL(/\/leads$/)
  await from.fill('5/1/2025')
  await from.press('Tab')
  await expect(choice.getByRole('alert')).toBeEmpty()
  await expect(from).toHaveValue('May 1, 2025')
  await expect(page).toHaveURL(/\/leads$/)

  const to = choice.getByLabel('To', { exact: true })
  await to.fill('May 1 2024')
  await to.press('Enter')
  await expect(choice.getByRole('alert')).toHaveText('The start date is after the end date.')
  await expect(to).toHaveAccessibleDescription(/after the end date/)
  await expect(page).toHaveURL(/\/leads$/)
  await to.fill('june 1, 2025')
  await to.press('Enter')
  await expect(choice).toBeHidden()
  const range = page.getByRole('button', { name: 'Created: May 1, 2025 – Jun 1, 2025' })
  await expect(range).toBeFocused()
  await expect(page).toHaveURL(/\/leads\?from=2025-05-01&to=2025-06-01$/)
  await expect(page.getByText('No leads match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('button', { name: 'Created: All time' })).toBeVisible()

  await page.getByRole('button', { name: 'Created: All time' }).click()
  await choice.getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/\/leads\?from=\d{4}-\d\d-\d\d$/)
  await expect(page.getByText('of 60 leads')).toBeHidden()
  await page.getByRole('button', { name: 'Created: Last 7 days' }).click()
  await choice.getByRole('button', { name: 'Previous month' }).click()
  // Both calendars show the days of a neighboring month.
  await choice.getByRole('button', { name: / 12, / }).first().click()
  await expect(to).toBeFocused()
  await choice.getByRole('button', { name: / 10, / }).first().click()
  await expect(choice).toBeHidden()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-10&to=\d{4}-\d\d-12$/)
  await page.getByRole('button', { name: /^Created: \w+ 10 – \w+ 12$/ }).click()
  await choice.getByRole('button', { name: 'All time' }).click()
  await expect(page).toHaveURL(/\/leads$/)
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
})

test('filters by status, the numbers above the list, a search, and where leads came from', async ({
  page,
}) => {
  // No server stores this search.
  await page.goto('/leads?search=%00')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search leads' })
  await expect(search).toHaveValue('')
  await expect(page.getByText('Failed to fetch leads')).toBeHidden()

  for (const status of ['Lost', 'Converted', 'New']) {
    await chooseStatus(page, status)
    await expect(rows(page).first()).toContainText(status)
    await expect(page.getByText('of 60 leads')).toBeHidden()
    for (const text of await rows(page).allTextContents()) expect(text).toContain(status)
  }
  await chooseStatus(page, 'All Status')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()

  const stat = (name: string) => page.getByRole('term').getByRole('button', { name, exact: true })
  await stat('Converted').click()
  await expect(page).toHaveURL(/\/leads\?status=converted$/)
  await expect(stat('Converted')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('converted')
  await stat('Total Leads').click()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()

  await search.pressSequentially('MARCUS.okafor')
  await expect(page.getByText(/^1-1 of 1 leads?$/)).toBeVisible()
  await expect(rows(page)).toContainText(['Marcus Okafor'])
  await search.fill('%_\\\'"<script>')
  await expect(page.getByText('No leads match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(search).toHaveValue('')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()

  await page.goto('/leads?source=nowhere')
  await expect(page.getByText('No leads match')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Source: nowhere' }).click()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect(page).toHaveURL(/\/leads$/)
})

test('an organization without leads has an empty state', async ({ page, reset, signIn }) => {
  await reset({ leads: 0 })
  await signIn()
  await page.goto('/leads')
  await expect(page.getByText('No leads yet')).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('0')
  await expect(page.getByRole('link', { name: 'Test your agent' })).toHaveAttribute('href', '/playground')
})

test('ten thousand leads stay usable', async ({ page, reset, signIn }) => {
  await reset({ leads: 10_000 })
  await signIn()
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 10,000 leads')).toBeVisible({ timeout: 20_000 })
  await expect(rows(page)).toHaveCount(20)
})

test.describe('if the API fails', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('shows it, and loads on Retry', async ({ page, context }) => {
    await context.route(LEAD_LIST, answerWith(400, { message: 'No' }))
    const toast = page.locator('.toast[data-tone=error]')
    await page.goto('/leads')
    await expect(page.getByRole('heading', { name: 'Failed to fetch leads' })).toBeVisible()
    await expect(toast).toContainText(['Failed to fetch leads'])
    await context.unroute(LEAD_LIST)
    await page.getByRole('button', { name: /retry|try again/i }).click()
    await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
    await expect(toast).toHaveCount(0)

    const refused = answerWith(400, { message: 'Not now' })
    await context.route(LEAD_LIST, refused)
    await page.getByRole('button', { name: 'Auto-Mark Lost' }).click()
    await expect(toast.filter({ hasText: 'Failed to auto-mark lost leads' })).toBeVisible()
    await expect(page.getByText(/Not now\. This data was loaded/)).toBeVisible()
    await expect(rows(page)).toHaveCount(20)
    await context.unroute(LEAD_LIST)

    const statsNote = page.getByText("Couldn't load your numbers")
    await context.route('**/leads/stats', refused)
    await page.getByRole('button', { name: 'Auto-Mark Lost' }).click()
    await expect(statsNote).toBeVisible()
    await context.route(LEAD_LIST, refused)
    await page.getByRole('button', { name: 'Auto-Mark Lost' }).click()
    await expect(page.getByText(/Not now\. This data was loaded/)).toBeVisible()
    await expect(statsNote).toBeHidden()
    await context.unroute(LEAD_LIST)
    await context.unroute('**/leads/stats')
    const counted = page.waitForResponse('**/leads/stats')
    await page.getByRole('button', { name: 'Retry' }).click()
    await counted
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)

    await context.route(/\/conversation$/, refused)
    await page
      .getByRole('link', { name: /^View (?!Setup)/ })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Conversation' }).click()
    await expect(toast.filter({ hasText: 'Failed to fetch conversation' })).toBeVisible()
    await expect(page.getByRole('tabpanel')).toContainText('Not now')
    await context.unroute(/\/conversation$/)
    await page.getByRole('tabpanel').getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: 'Messages' })).toBeVisible()

    const status = page.getByLabel('Update Status')
    const before = await status.inputValue()
    await context.route(/\/status\?/, (route) =>
      route.request().method() === 'PUT' ? refused(route) : route.fallback(),
    )
    await status.selectOption(before === 'new' ? 'converted' : 'new')
    await expect(toast.filter({ hasText: 'Failed to update lead status' })).toContainText('Not now')
    await expect(status).toHaveValue(before)
  })
})
