import type { Page, Route } from '@playwright/test'
import type { Lead } from '../../src/contract/leads.ts'
import { upcomingJobs } from '../../src/domain/leads/bookings.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { chooseMore } from '../support/more-menu.ts'
import { GREEN } from '../support/organizations.ts'
import { readStored } from '../support/settings.ts'

const RANGE_BOX = /_astro\/range-box\.[^/]+\.js$/

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

async function openLeads(page: Page, query = ''): Promise<void> {
  await page.goto(`/leads${query}`)
  await expect(page.getByText(/^(1-20 of|No leads match)/).first()).toBeVisible()
}

const created = (page: Page) => page.getByRole('button', { name: /^Created: / })
const choice = (page: Page) => page.getByRole('dialog', { name: 'Created' })

test('days are chosen by keyboard, in the fields, the presets, and the calendars', async ({ page }) => {
  await openLeads(page, '?from=2025-03-10&to=2025-03-12')
  await created(page).focus()
  await page.keyboard.press('Enter')
  const from = choice(page).getByLabel('From', { exact: true })
  const to = choice(page).getByLabel('To', { exact: true })
  await expect(from).toBeFocused()
  await expect(from).toHaveValue('Mar 10, 2025')
  await expect(to).toHaveValue('Mar 12, 2025')
  expect(await accessibilityProblems(page)).toEqual([])

  const day = (name: string) => choice(page).getByRole('button', { name, exact: true })
  await page.keyboard.press('ArrowDown')
  await expect(day('Wednesday, March 12, 2025').first()).toBeFocused()
  await expect(day('Wednesday, March 12, 2025').first()).toHaveAttribute('aria-pressed', 'true')
  for (const key of ['ArrowUp', 'ArrowLeft', 'Shift+PageUp']) await page.keyboard.press(key)
  const start = day('Monday, March 4, 2024')
  await expect(start).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(to).toBeFocused()
  await expect(from).toHaveValue('Mar 4, 2024')
  await page.keyboard.press('Escape')
  await expect(choice(page)).toBeHidden()
  await expect(created(page)).toBeFocused()
  await expect(page).toHaveURL(/from=2025-03-10&to=2025-03-12$/)

  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await to.fill('')
  await page.keyboard.press('Tab')
  await expect(day('Today')).toBeFocused()
  await created(page).evaluate((button) => button.focus())
  await expect(choice(page)).toBeHidden()
  await expect(page).toHaveURL(/\/leads\?from=2025-03-10$/)
  await expect(created(page)).toHaveAccessibleName('Created: Since Mar 10, 2025')

  await page.keyboard.press('Enter')
  await expect(from).toBeFocused()
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab')
  await expect(day('Last 7 days')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(choice(page)).toBeHidden()
  await expect(created(page)).toHaveAccessibleName('Created: Last 7 days')
  await expect(created(page)).toBeFocused()
})

test('a press before the calendars have loaded opens them, and a click elsewhere applies the days', async ({
  page,
  context,
}) => {
  let hold = true
  const held: Route[] = []
  await context.route(RANGE_BOX, (route) => (hold ? void held.push(route) : route.continue()))
  await openLeads(page)
  expect(held).toEqual([])
  await created(page).click()
  await expect(created(page)).toHaveAttribute('aria-busy', 'true')
  await expect(choice(page)).toBeHidden()
  hold = false
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const route of held) await route.continue()
  const from = choice(page).getByLabel('From', { exact: true })
  await expect(from).toBeFocused()
  await from.pressSequentially('3/15/2025')
  await page.getByRole('heading', { name: 'Leads' }).click()
  await expect(choice(page)).toBeHidden()
  await expect(page).toHaveURL(/\/leads\?from=2025-03-15$/)
})

test.describe('without the calendars', () => {
  test.use({ expectedErrors: [/Failed to load resource|dynamically imported module|ERR_FAILED|preload/] })

  test("the browser's own date fields filter the list", async ({ page, context }) => {
    await context.route(RANGE_BOX, (route) => route.abort())
    await openLeads(page)
    await created(page).click()
    await choice(page).getByLabel('From').fill('2025-03-15')
    await expect(page).toHaveURL(/\/leads\?from=2025-03-15$/)
    await choice(page).getByLabel('To').fill('2025-03-14')
    await expect(choice(page).getByRole('alert')).toHaveText('The start date is after the end date.')
    await choice(page).getByLabel('To').fill('2025-03-16')
    await expect(choice(page).getByRole('alert')).toBeEmpty()
    await page.keyboard.press('Enter')
    await expect(choice(page)).toBeHidden()
    await expect(created(page)).toHaveAccessibleName('Created: Mar 15, 2025 – Mar 16, 2025')
    await expect(created(page)).toBeFocused()
  })
})

test('a day in a dialog is chosen by keyboard, and Escape closes its calendar first', async ({ page }) => {
  await openLeads(page)
  const [lead] = upcomingJobs(await readStored<Lead[]>(page, GREEN, 'leads'), new Date())
  await page.goto(`/leads/${lead?.id}`)
  await chooseMore(page.getByRole('main'), 'Move call…')
  const dialog = page.getByRole('dialog', { name: 'Move this estimate call' })
  const date = dialog.getByLabel('Date')
  await dialog.getByText('Another time…').click()
  await expect(date).toBeFocused()
  // The browser's own field, which is shown first, takes no such text.
  await expect(date).toHaveAttribute('placeholder', 'MM/DD/YYYY')
  await date.fill('Jan 31 2030')
  await page.keyboard.press('ArrowDown')
  const day = (name: string) => dialog.getByRole('button', { name, exact: true })
  await expect(day('Thursday, January 31, 2030')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(day('Thursday, February 28, 2030')).toBeFocused()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(date).toBeFocused()
  await expect(date).toHaveValue('02/28/2030')

  await page.keyboard.press('ArrowDown')
  await expect(day('Thursday, February 28, 2030')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(date).toBeFocused()
  await expect(day('Thursday, February 28, 2030')).toBeHidden()

  await date.fill('soon')
  await dialog.getByRole('button', { name: 'Move call' }).click()
  await expect(date).toBeFocused()
  await expect(date).toHaveAccessibleDescription('Enter a date such as 3/5 or Mar 5.')
  await date.fill('3/5/2030')
  await expect(date).not.toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('text that is not a day is told when the picker closes, and a day alone is days off', async ({
  page,
}) => {
  await openLeads(page)
  await created(page).hover()
  await created(page).click()
  const from = choice(page).getByLabel('From', { exact: true })
  await from.fill('31/31')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByText('The days were not changed')).toBeVisible()
  await expect(created(page)).toHaveAccessibleName('Created: All time')
  await created(page).click()
  await from.fill('12/24/2099')
  await from.press('Enter')
  await expect(choice(page).getByRole('alert')).toHaveText('Enter today or an earlier day.')
  await from.press('Escape')

  await page.goto('/agent#days_off')
  const add = page.getByRole('button', { name: 'Add Days Off' })
  await add.hover()
  await add.click()
  await page
    .getByRole('dialog', { name: 'Days off', exact: true })
    .getByLabel('From', { exact: true })
    .fill('12/28')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByRole('button', { name: 'Days off 1: Dec 28' })).toBeVisible()
})
