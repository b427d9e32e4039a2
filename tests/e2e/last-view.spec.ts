import type { Page } from '@playwright/test'
import { loadClerkIn } from '../support/clerk-in-page.ts'
import { expect, RIVAL, test } from '../support/e2e.ts'

test.use({ lastViews: true })

const MODULES = /\/_astro\/[^?]+\.js/

/** The view that covers the page. */
const view = (page: Page) => page.locator('.last-view')

/** Opens a page, and leaves it once its view is stored. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('main').first()).toContainText(/1-20 of|total leads/)
  await expect(async () => {
    // Like a change to another tab.
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const stored = await page.evaluate(() => localStorage.getItem(`fieldhand.last-view.${location.pathname}`))
    expect(stored).toContain(address)
  }).toPass()
}

/** Opens a page whose modules do not arrive until the returned function is called. */
async function openWithoutModules(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(MODULES, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.locator('main').first()).toBeVisible()
  return resolve
}

/** The roles in the browser's accessibility tree, which leaves out inert elements. */
async function rolesIn(page: Page): Promise<unknown[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes.filter(({ ignored }) => !ignored).map(({ role }) => role?.value)
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('a page shows what it showed last at its address until it has drawn itself', async ({ page }) => {
  await visit(page, '/leads')
  await expect(page.locator('main').getByText('need a person').first()).toBeVisible()
  const before = await page.locator('main').innerText()
  const arrive = await openWithoutModules(page, '/leads?status=lost')
  await expect(view(page)).toHaveCount(0)
  await page.goto('/leads', { waitUntil: 'commit' })
  await expect(view(page)).toContainText('1-20 of 60 leads')
  expect(await view(page).innerText()).toBe(before)

  // It is a picture: nothing of it is focusable or read out.
  expect(await rolesIn(page)).toContain('main')
  expect(await rolesIn(page)).not.toContain('row')

  arrive()
  // Well before the time limit of views.
  await expect(view(page)).toHaveCount(0, { timeout: 8_000 })
  expect(await rolesIn(page)).toContain('row')
  await page.getByRole('row').nth(1).getByRole('button', { name: 'Update' }).click()
  await expect(
    page.getByRole('menu').or(page.getByRole('listbox')).or(page.getByRole('dialog')).first(),
  ).toBeVisible()
})

test('after signing out, nothing is shown or stored', async ({ page, signIn }) => {
  await visit(page, '/')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.locator('.sign-up')).toBeVisible()
  const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('last-view')))
  expect(left).toEqual([])
  await signIn()
  await page.goto('/')
  await expect(page.getByText('total leads')).toBeVisible()
})

test('another user of this browser sees nothing of the first', async ({ page, context, signIn }) => {
  await visit(page, '/')
  await context.clearCookies()
  await signIn(RIVAL)
  const arrive = await openWithoutModules(page, '/')
  await expect(view(page)).toHaveCount(0)
  arrive()
  await loadClerkIn(page)
  await expect(page.locator('.shell-switcher')).toContainText('Rival Mowing')
  await expect(view(page)).toHaveCount(0)
})

test('within the console, a page shows itself and no earlier view', async ({ page }) => {
  await visit(page, '/leads')
  // A page without the script that shows views, so that it runs on the next one.
  await page.goto('/billing')
  await page.evaluate(() => {
    const seen = { view: false }
    Object.assign(window, { seen })
    new MutationObserver(() => {
      if (document.querySelector('.last-view')) seen.view = true
    }).observe(document, { childList: true, subtree: true })
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }).click()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { seen: { view: boolean } }).seen.view)).toBe(false)
})
