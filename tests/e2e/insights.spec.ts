import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { answerWith } from '../support/organizations.ts'
import { takeScreenshots } from '../support/screenshots.ts'
import { sampleOf } from '../support/thorough.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name })
const insights = (page: Page) => panel(page, 'Insights')

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('load when they come into view, and each step from visitor to customer leads to what it counts', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/insights?')) asked.push(request.url())
  })
  await page.goto('/')
  await expect(panel(page, 'Recent Activity').getByRole('listitem')).toHaveCount(5)
  expect(asked).toEqual([])
  await page.mouse.wheel(0, 5000)
  const chart = insights(page).getByRole('img', {
    name: /^Leads by day: \d+, .+ than in the 30 days before/,
  })
  await expect(chart).toBeVisible()
  await takeScreenshots(page, 'dashboard-insights')
  await insights(page).getByText('90 days', { exact: true }).click()
  await expect(insights(page).getByRole('img', { name: /^Leads by day: 60, / })).toBeVisible()
  expect(asked.map((url) => new URL(url).searchParams.get('days'))).toEqual(['30', '90'])

  await insights(page).getByText('Show as table').click()
  const table = insights(page).getByRole('table', { name: 'Leads and bookings by day' })
  await expect(table.getByRole('row')).toHaveCount(91)
  const funnel = insights(page).getByRole('region', { name: 'From visitor to customer' })
  const converted = funnel.getByRole('listitem').filter({ hasText: 'Converted' })
  const count = /\d+/.exec((await converted.textContent()) ?? '')?.[0]
  await converted.getByRole('link').click()
  await expect(page).toHaveURL(/\/leads\?status=converted&from=[\d-]+&to=[\d-]+$/)
  await expect(page.getByText(new RegExp(`of ${count} leads?$`))).toBeVisible()

  const steps = funnel.getByRole('listitem')
  const openFunnel = async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(panel(page, 'Recent Activity').getByRole('listitem')).toHaveCount(5)
    await page.mouse.wheel(0, 5000)
    await expect(steps).toHaveCount(5)
  }
  await openFunnel()
  await expect(steps.getByRole('link')).toHaveText(['Leads', 'With contact', 'Booked', 'Converted'])
  await expect(steps.getByTitle('With contact')).toBeVisible()
  for (const [label, parameter] of [
    ['With contact', 'contact'],
    ['Booked', 'booking'],
  ] as const) {
    const step = steps.filter({ hasText: label })
    const count = /\d+/.exec((await step.textContent()) ?? '')?.[0]
    await step.getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/leads\\?has=${parameter}&from=[\\d-]+&to=[\\d-]+$`))
    await expect(page.getByText(new RegExp(`of ${count} leads?$`))).toBeVisible()
    await expect(page.getByRole('list', { name: 'Filters from a link' })).toHaveText(label)
    await openFunnel()
  }
  await steps.filter({ hasText: 'Booked' }).getByRole('link').click()
  const all = page.getByText(/of \d+ leads?$/)
  const booked = await all.textContent()
  await page.getByRole('button', { name: 'Remove Booked' }).click()
  await expect(page).toHaveURL(/\/leads\?from=[\d-]+&to=[\d-]+$/)
  await expect(all).not.toHaveText(booked ?? '')
})

test('count a change to a lead as soon as the cards above them do', async ({ page }) => {
  await page.goto('/')
  await expect(panel(page, 'Recent Activity').getByRole('listitem')).toHaveCount(5)
  await page.mouse.wheel(0, 5000)
  await insights(page).getByText('90 days', { exact: true }).click()
  const converted = insights(page)
    .getByRole('region', { name: 'From visitor to customer' })
    .getByRole('listitem')
    .filter({ hasText: 'Converted' })
  const card = page.getByRole('link', { name: 'show converted leads' })
  const before = Number(await card.textContent())
  await expect(converted).toContainText(`Converted${before}`)

  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Leads' }).click()
  const row = page.locator('[data-row-key]').filter({ hasText: 'New' }).first()
  await row.getByRole('link', { name: /^View / }).click()
  await page.getByRole('dialog').getByLabel('Update Status').selectOption('converted')
  await expect(page.getByText('Lead status updated to converted')).toBeVisible()
  await page.keyboard.press('Escape')
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await expect(card).toHaveText(String(before + 1))
  await page.mouse.wheel(0, 5000)
  await expect(converted).toContainText(`Converted${before + 1}`)
})

test('are hidden if the API has none', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/)
  await page.route('**/insights?*', answerWith(404, { message: 'Not found' }))
  await page.goto('/')
  await expect(panel(page, 'Recent Activity').getByRole('listitem')).toHaveCount(5)
  const answered = page.waitForResponse('**/insights?*')
  await page.mouse.wheel(0, 5000)
  await answered
  await expect(page.getByRole('heading', { name: 'Insights' })).toBeHidden()
})

const days = (page: Page) => insights(page).getByRole('button', { name: /^(Choose days|Days: )/ })
const choice = (page: Page) => page.getByRole('dialog', { name: 'Days', exact: true })
const period = (page: Page, length: number) =>
  insights(page).getByRole('radio', { name: `${length} days`, exact: true })

async function choosePreset(page: Page, name: string): Promise<void> {
  await days(page).press('Enter')
  await choice(page).getByText(name, { exact: true }).click()
}

test('show chosen days, which their links keep, and say why other days cannot be shown', async ({ page }) => {
  const dayAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)
  const [first, last] = [dayAgo(24), dayAgo(10)]
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/')
  await page.mouse.wheel(0, 5000)
  await expect(period(page, 30)).toBeChecked()
  expect(loaded.filter((url) => /antd/.test(url))).toEqual([])

  const asked = page.waitForResponse(new RegExp(`insights\\?from=${first}&to=${last}&`))
  await days(page).press('Enter')
  const from = choice(page).getByLabel('From', { exact: true })
  await from.fill(first)
  await from.press('Tab')
  const to = choice(page).getByLabel('To', { exact: true })
  await to.fill(last)
  await to.press('Enter')
  await expect(choice(page)).toBeHidden()
  expect((await asked).ok()).toBe(true)
  await expect(days(page)).toHaveAccessibleName(/^Days: \w+ \d+.* – \w+ \d+/)
  await expect(days(page)).toBeFocused()
  for (const length of [7, 30, 90]) await expect(period(page, length)).not.toBeChecked()
  await expect(insights(page).getByText(/ – .+, against the 15 days before$/)).toBeVisible()
  await expect(
    insights(page).getByRole('img', { name: /^Leads by day: \d+, .+ than in the 15 days before/ }),
  ).toBeVisible()
  await takeScreenshots(page, 'dashboard-insights-days')
  expect(await accessibilityProblems(page)).toEqual([])
  await expect(insights(page).getByRole('link', { name: 'Leads', exact: true })).toHaveAttribute(
    'href',
    `/leads?from=${first}&to=${last}`,
  )

  await choosePreset(page, 'Today')
  await expect(insights(page).getByText('Today, against the day before')).toBeVisible()
  await days(page).press('Enter')
  await expect(choice(page).getByText('All time')).toHaveCount(0)
  await choice(page).getByLabel('From', { exact: true }).fill('1/1/2020')
  await page.keyboard.press('Enter')
  const note = insights(page).getByText('Insights cover at most 366 days. Today is shown.')
  await expect(note).toBeVisible()
  await choosePreset(page, 'Last 7 days')
  await expect(note).toHaveCount(0)
  await expect(period(page, 7)).toBeChecked()
  await expect(days(page)).toHaveAccessibleName('Choose days')
  await expect(insights(page).getByText('7 days, against the 7 before')).toBeVisible()
})

for (const status of sampleOf([404, 400, 422], 3)) {
  test(`return to the period if the API answers chosen days with ${status}`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(new RegExp(String(status)))
    await page.route('**/insights?from=*', answerWith(status, { detail: 'No such parameter' }))
    await page.goto('/')
    await page.mouse.wheel(0, 5000)
    await insights(page).getByText('7 days', { exact: true }).click()
    await choosePreset(page, 'Today')
    await expect(
      insights(page).getByText('The API cannot show Today. The last 7 days are shown instead.'),
    ).toBeVisible()
    await expect(period(page, 7)).toBeChecked()
    await expect(insights(page).getByText('7 days, against the 7 before')).toBeVisible()
  })
}
