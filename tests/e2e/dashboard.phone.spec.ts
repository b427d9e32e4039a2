import { expect, test } from '../support/e2e.ts'
import { FRESH, layoutShift, selectOrganization } from '../support/organizations.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('the dashboard and its onboarding fit a phone, and nothing shifts while it loads', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('60 total leads')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')).toHaveCount(5)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await layoutShift(page)).toBeLessThan(0.001)

  const scrollToEnd = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await scrollToEnd()
  await expect(page.getByRole('img', { name: /^Leads by day/ })).toBeVisible()
  await scrollToEnd()
  const position = () => page.evaluate(() => scrollY)
  const before = await position()
  await expect.poll(() => page.evaluate(() => history.state.scrollY)).toBe(before)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }).click()
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeFocused()
  await page.goBack()
  await expect.poll(position).toBe(before)
  await page.reload()
  await expect.poll(position).toBe(before)

  await selectOrganization(page, FRESH)
  const dialog = page.getByRole('dialog', { name: 'Business Information' })
  await expect(dialog).toBeVisible()
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(390)
  await expect(dialog.getByRole('button', { name: 'Continue', exact: true })).toBeInViewport({ ratio: 1 })
  for (const button of await dialog.getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }

  await dialog.getByLabel('Business address').pressSequentially('Maple Av')
  await page.locator('.ant-select-item-option').first().click()
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  const next = page.getByRole('dialog', { name: 'Services & Agent Identity' })
  await expect(next.getByLabel('Agent name')).toBeVisible()
  await expect(next.getByText('Step 2 of 3')).toBeInViewport({ ratio: 1 })

  const toast = next.locator('.toast', { hasText: 'Step 1 completed!' })
  const { y = 0, height = 0 } = (await toast.boundingBox()) ?? {}
  expect(height).toBeGreaterThan(0)
  const controls = next.locator('form').locator('input, select, button')
  const tops = await controls.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(Math.min(...tops), 'the toast covers no field').toBeGreaterThan(y + height)
})
