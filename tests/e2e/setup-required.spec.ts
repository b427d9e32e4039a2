import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { loadClerkIn } from '../support/clerk-in-page.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { changeAnswer } from '../support/organizations.ts'

test.use({ lastViews: true })

const SCREENS = {
  '/': 'Dashboard',
  '/leads': 'Leads',
  '/leads/lead_unknown': null,
  '/conversations': 'Conversations',
  '/agent': 'Settings',
  '/playground': 'Settings',
  '/integrations': 'Integrations',
  '/organization': 'Organization',
  '/billing': 'Billing & Subscription',
}

const notice = (page: Page) => page.getByRole('alert').filter({ visible: true })

async function expectSetupRequired(page: Page): Promise<void> {
  await expect(notice(page)).toHaveCount(1)
  await expect(notice(page)).toContainText('Setup Required')
  await expect(notice(page)).toContainText('Organizations feature is not enabled')
  await expect(notice(page).getByRole('button', { name: 'Refresh Page' })).toBeVisible()
}

test('without the organizations feature, every screen says so instead of showing data', async ({
  page,
  context,
  reset,
  signIn,
}) => {
  test.slow()
  await reset()
  await signIn()
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  const environment = '**/v1/environment?*'
  await context.route(
    environment,
    changeAnswer((json) => ({
      ...json,
      organization_settings: { ...(json.organization_settings as object), enabled: false },
    })),
  )
  // The first page learns it from the provider. From then on, the device knows.
  await page.goto('/leads')
  await loadClerkIn(page)
  await expectSetupRequired(page)

  const calls: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (url.startsWith(`${TEST_ORIGINS.api}/api/v1/organizations`)) calls.push(url)
  })
  for (const [path, heading] of Object.entries(SCREENS)) {
    await page.goto(path)
    await expectSetupRequired(page)
    await expect(page.locator('.last-view')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    if (heading) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button').filter({ visible: true })).toHaveCount(1)
    expect(await accessibilityProblems(page), path).toEqual([])
  }
  expect(calls).toEqual([])

  await context.unroute(environment)
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
})

test('the tooltip of a collapsed item says what its label says', async ({ page, context, reset, signIn }) => {
  await reset()
  await signIn()
  await context.route(
    '**/v1/environment?*',
    changeAnswer((json) => ({
      ...json,
      organization_settings: { ...(json.organization_settings as object), enabled: false },
    })),
  )
  await page.goto('/')
  await expectSetupRequired(page)
  const billing = page.locator('[data-item="/billing"]').first()
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await billing.hover()
  await expect(page.locator('[data-tip]')).toHaveText('Billing (Select Org)')
  await page.locator('[data-item="/leads"]').first().hover()
  await expect(page.locator('[data-tip]')).toHaveText('Leads')
})
