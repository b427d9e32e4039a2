import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { loadClerkIn } from '../support/clerk-in-page.ts'
import { expect, test } from '../support/e2e.ts'
import { FRESH, GREEN, selectOrganization } from '../support/organizations.ts'

test.use({ expectedErrors: [/Failed to load resource|ERR_|Clerk|Failed to fetch|network/i] })

const selected = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { Clerk: { organization?: { id: string } } }).Clerk.organization?.id,
  )

const notice = (page: Page) => page.locator('[data-response-age]')

test.beforeEach(async ({ reset, signIn, page }) => {
  await reset()
  await signIn()
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  // The organizations are known once Clerk has loaded.
  await loadClerkIn(page)
})

test('a switch while offline waits, can be canceled, and happens once online', async ({ page, context }) => {
  const button = page.getByRole('button', { name: 'Green Acres' })
  await context.setOffline(true)
  await expect(notice(page)).toContainText("You're offline.")
  await button.click()
  const list = page.getByRole('group', { name: 'Organizations' })
  expect(await accessibilityProblems(page)).toEqual([])
  await list.getByRole('button', { name: 'Fresh Cut Co' }).click()
  await expect(list).toBeHidden()
  await expect(notice(page)).toContainText('Switching to Fresh Cut Co once Fieldhand can be reached.')
  // Nothing of the other organization is shown.
  await expect(button).toBeVisible()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()

  await notice(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(notice(page)).not.toContainText('Switching')
  await context.setOffline(false)
  await expect(notice(page)).toBeHidden()
  expect(await selected(page)).toBe(GREEN)

  await context.setOffline(true)
  await button.click()
  await list.getByRole('button', { name: 'Fresh Cut Co' }).click()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Fresh Cut Co' })).toBeVisible()
  await expect(page.getByText('No leads yet')).toBeVisible()
  await expect(notice(page)).toBeHidden()
  expect(await selected(page)).toBe(FRESH)
})

test("a switch in Clerk's own switcher waits too", async ({ page, context }) => {
  await context.setOffline(true)
  await expect(notice(page)).toContainText("You're offline.")
  await selectOrganization(page, FRESH)
  await expect(notice(page)).toContainText('Switching to Fresh Cut Co once Fieldhand can be reached.')
  expect(await selected(page)).toBe(GREEN)
  await context.setOffline(false)
  await expect(page.getByText('No leads yet')).toBeVisible()
})

test('another organization and every screen show the changes that wait', async ({ page, context }) => {
  const cut = /\/api\/v1\/.*\/status\?/
  await context.route(cut, (route) => route.abort('connectionreset'))
  await page
    .locator('tr[data-row-key]')
    .first()
    .getByRole('button', { name: /^Update / })
    .click()
  await page.getByRole('menuitemradio', { name: 'Converted' }).filter({ visible: true }).click()
  const own = page.getByText('1 change will send when you are back online')
  await expect(own).toBeVisible()
  for (const path of ['/', '/conversations', '/agent', '/integrations', '/billing']) {
    await page.goto(path)
    await expect(own).toHaveCount(1)
    await expect(own).toBeVisible()
  }
  expect(await accessibilityProblems(page)).toEqual([])

  await selectOrganization(page, FRESH)
  await page.goto('/leads')
  const elsewhere = page.getByText('1 change in Green Acres Lawn & Landscape is waiting to be sent')
  await expect(elsewhere).toHaveCount(1)
  await expect(own).toBeHidden()
  await page.getByRole('button', { name: 'Go to Green Acres' }).click()
  await expect(own).toBeVisible()
  await expect(elsewhere).toBeHidden()
  await context.unroute(cut)
})
