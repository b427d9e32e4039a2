import type { Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findBrowser } from '../../scripts/lib/browser.ts'
import { loadClerkIn } from '../support/clerk-in-page.ts'
import { expect, test } from '../support/e2e.ts'

// Playwright turns off the back/forward cache, which users' browsers have.
test.use({
  launchOptions: {
    executablePath: findBrowser() ?? '',
    args: CHROMIUM_FLAGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

/** Opens a page of leads and leaves it for another site, so that the browser caches it. */
async function leaveLeads(page: Page): Promise<void> {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  // The browser doesn't cache a page whose requests are still running.
  await loadClerkIn(page)
  await page.evaluate(() => {
    Object.assign(window, { isKept: true })
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { isBack: persisted }))
  })
  await page.goto('/icons/favicon.svg')
}

/** Goes back after the call has returned, because it cannot return from a page that is gone. */
const goBack = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()))

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('going back shows the cached page while the session lasts', async ({ page }) => {
  await leaveLeads(page)
  await goBack(page)
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  expect(await page.evaluate(() => 'isKept' in window && 'isBack' in window)).toBe(true)
})

test('after signing out, going back shows nothing of the earlier session, in any tab', async ({
  page,
  context,
}) => {
  test.slow()
  const other = await context.newPage()
  await leaveLeads(other)
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await page.goto('/agent')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.locator('.sign-up')).toBeVisible()
  await expect(other).toHaveURL(/favicon/)

  for (const tab of [page, other]) {
    await goBack(tab)
    await expect(tab).toHaveURL(/\/sign-up/)
    await expect(tab.locator('.sign-up')).toBeVisible()
    await expect(tab.getByText('of 60 leads')).toHaveCount(0)
  }
})

test('after another user has signed in, going back shows nothing of the first', async ({ page, signIn }) => {
  await leaveLeads(page)
  // A session token and a sign-in of the same second can't be told apart.
  const second = () => Math.floor(Date.now() / 1_000)
  const left = second()
  await expect.poll(second).toBeGreaterThan(left)
  await page.context().clearCookies()
  await signIn('rival@fieldhand.test')
  await goBack(page)
  await page.waitForFunction(() => !('isKept' in window))
  await expect(page.getByText('1-20 of 60 leads')).toHaveCount(0)
})
