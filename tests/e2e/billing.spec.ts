import type { Page } from '@playwright/test'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { changeAnswer, GREEN } from '../support/organizations.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

const trial = (page: Page) => page.getByRole('region', { name: 'Trial Period Active' })
const plan = (page: Page, slug: string) => page.locator(`.cl-pricingTableCard__${slug}`)
const checkout = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Checkout' })

/** Confirms the open checkout and continues. */
async function pay(page: Page): Promise<void> {
  await checkout(page).getByRole('button', { name: /^Pay/ }).click()
  await expect(checkout(page)).toContainText('successful')
  await checkout(page).getByRole('button', { name: 'Continue' }).click()
  await expect(checkout(page)).toBeHidden()
}

test('a checkout turns the trial into a plan and removes all reminders', async ({ page }) => {
  await page.goto('/leads')
  await expect(page.getByText('Setup Billing To Go Live')).toBeVisible()
  await page.getByRole('link', { name: 'Setup Billing' }).click()
  await expect(page.getByRole('heading', { name: 'Billing & Subscription', level: 1 })).toBeVisible()
  await expect(page.getByText('Setup Billing To Go Live')).toBeHidden()
  await expect(trial(page)).toContainText(
    /^Trial Period Active9 days remaining\. Your trial ends on \w+ \d+, 20\d\d\./,
  )
  await expect(page.getByText('nothing is charged')).toBeVisible()
  await expect(plan(page, 'free_org')).toContainText('Active')

  const card = plan(page, 'starter_alpha_')
  const upgrade = trial(page).getByRole('button', { name: 'Upgrade Now' })
  await card.getByRole('switch').press('Space')
  await expect(card).toContainText('$49')
  await upgrade.click()
  await expect(checkout(page)).toContainText('Starter Alpha')
  await expect(checkout(page)).toContainText('$49.00')
  await page.keyboard.press('Escape')
  await expect(checkout(page)).toBeHidden()
  await card.getByRole('switch').press('Space')
  await expect(card).toContainText('$39')
  await upgrade.click()
  await expect(checkout(page)).toContainText('$39.00')
  await pay(page)
  await expect(page).toHaveURL('/billing')
  await expect(trial(page)).toBeHidden()
  await expect(plan(page, 'starter_alpha_')).toContainText('Active')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Billing' })).toHaveText('Billing', { useInnerText: true })
  await menu.getByRole('link', { name: 'Leads' }).click()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect(page.getByText('Setup Billing To Go Live')).toBeHidden()
})

test('leads to the statements of the organization', async ({ page }) => {
  await page.goto('/billing')
  await page.getByRole('link', { name: 'Statements and payment methods' }).click()
  await expect(page.getByRole('tab', { name: 'Statements' })).toBeVisible()
})

test('a plan chosen in the pricing table counts too, and can be changed', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'Main' })
  await page.goto('/leads')
  await menu.getByRole('link', { name: 'Billing' }).click()
  await expect(trial(page)).toBeVisible()
  await plan(page, 'growth').getByRole('button', { name: 'Subscribe' }).click()
  await expect(checkout(page)).toContainText('Growth')
  await pay(page)
  await expect(trial(page)).toBeHidden()
  await expect(plan(page, 'growth')).toContainText('Active')

  await plan(page, 'starter_alpha_').getByRole('button', { name: 'Switch to this plan' }).click()
  await expect(checkout(page)).toContainText('Starter Alpha')
  await page.goBack()
  await expect(page).toHaveURL('/leads')
  for (let visit = 1; visit <= 2; visit++) {
    await menu.getByRole('link', { name: 'Billing' }).click()
    await plan(page, 'starter_alpha_').getByRole('button', { name: 'Switch to this plan' }).click()
    await expect(checkout(page)).toContainText('Starter Alpha')
    await page.keyboard.press('Escape')
    await menu.getByRole('link', { name: 'Leads' }).click()
    await expect(page).toHaveURL('/leads')
  }
})

test("a plan chosen in the organization's profile removes the reminder immediately", async ({ page }) => {
  await page.goto('/organization')
  const reminder = page.getByText('Setup Billing To Go Live')
  await expect(reminder).toBeVisible()
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Billing', exact: true }).click()
  await main.getByRole('button', { name: 'Switch plans' }).click()
  await plan(page, 'growth').getByRole('button', { name: 'Subscribe' }).click()
  await pay(page)
  await expect(page).toHaveURL(/\/organization/)
  await expect(reminder).toBeHidden()
})

test('an operator who does not bill offers no plans, and nothing reminds of them', async ({ page }) => {
  const url = `/api/v1/organizations/${GREEN}`
  await page.route(
    new RegExp(`${url}$`),
    changeAnswer((json) => ({ ...json, is_free: true })),
  )
  await page.route(
    new RegExp(`${url}/setup-status$`),
    changeAnswer((json) => ({ ...json, billing: true })),
  )
  await page.goto('/billing')
  const main = page.getByRole('main')
  await expect(main.getByText('The operator of this server does not bill: the widget is live.')).toBeVisible()
  await expect(trial(page)).toBeHidden()
  await expect(main.getByRole('heading', { name: 'Plans' })).toBeHidden()
  await expect(main.getByRole('link', { name: 'Statements and payment methods' })).toBeHidden()
  await expect(main.getByText('nothing is charged')).toBeHidden()
  await expect(page.locator('.cl-pricingTableCard')).toHaveCount(0)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Billing' })).toHaveText('Billing', { useInnerText: true })
  await menu.getByRole('link', { name: 'Agent' }).click()
  await page.locator('#section-installation summary').click()
  await expect(page.getByText('The operator of this server does not bill')).toBeVisible()
  await expect(page.getByText('Setup Billing To Go Live')).toBeHidden()
  await expect(page.getByRole('link', { name: /See plans|Choose a plan/ })).toHaveCount(0)
})

test.describe('if the organization cannot be fetched', () => {
  test.use({ expectedErrors: [/403/] })

  test('there is no trial, and a retry works', async ({ page }) => {
    const organization = /\/api\/v1\/organizations\/[^/]+$/
    await page.route(organization, (route) =>
      route.fulfill({
        status: 403,
        json: { message: 'Not now' },
        headers: { 'Access-Control-Allow-Origin': TEST_ORIGINS.console },
      }),
    )
    await page.goto('/billing')
    await expect(page.getByText('Failed to fetch organization data')).toBeVisible()
    await expect(plan(page, 'starter_alpha_')).toBeVisible()
    await expect(trial(page)).toBeHidden()
    await page.unroute(organization)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(trial(page)).toBeVisible()
    await expect(page.getByText('Failed to fetch organization data')).toBeHidden()
  })
})

test('without an organization, the page asks for one', async ({ page }) => {
  await page.context().clearCookies()
  await page.goto('/sign-up')
  await page.getByLabel('Email address').fill('zoe@tulip-lawns.test')
  await page.getByLabel('Password', { exact: true }).fill('a-lawn-of-one-s-own')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Welcome, create an organization to get started')).toBeVisible()
  await page.goto('/billing')
  await expect(page.getByRole('heading', { name: 'Select an Organization' })).toBeVisible()
  await page.goto('/integrations')
  await expect(page.getByRole('heading', { name: 'Select an Organization' })).toBeVisible()
})
