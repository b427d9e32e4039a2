import type { Locator } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { layoutShift, selectOrganization } from '../support/organizations.ts'

/** Every screen, and an element that is visible once its data has loaded. */
const SCREENS = {
  '/': (main: Locator) => main.getByRole('region', { name: 'Upcoming Jobs' }).getByRole('listitem').last(),
  '/leads': (main: Locator) => main.getByText('1-20 of 60 leads'),
  '/conversations': (main: Locator) =>
    main.getByRole('list', { name: 'Conversations' }).getByRole('link').first(),
  '/agent': (main: Locator) => main.getByRole('button', { name: 'Expand all' }),
  '/playground': (main: Locator) => main.getByRole('heading', { level: 1 }),
  '/integrations': (main: Locator) => main.getByText(/\d+ integrations found/),
  '/organization': (main: Locator) =>
    main.getByText('Leave organization').or(main.getByText('Update profile')),
  '/billing': (main: Locator) => main.locator('.cl-pricingTableCard').first(),
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('leads are rows, the menu is within reach, and nothing is wider than the screen', async ({ page }) => {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect(page.getByRole('table')).toBeHidden()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }),
  ).toBeInViewport()
  await page.getByRole('button', { name: 'Filter' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter leads' })
  await sheet.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Lead, Z to A' })
  await sheet.getByRole('button', { name: 'Show 60 leads' }).click()
  await expect(page).toHaveURL(/sort=lead\.desc/)
  // Going back from a lead restores the list's position, with the focus on that lead.
  const last = page.getByRole('link', { name: /^View / }).nth(12)
  await last.focus()
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(300)
  await last.click()
  await expect(page.getByRole('region', { name: 'History', exact: true })).toBeVisible()
  await page.goBack()
  await expect(last).toBeFocused()
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(5)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)

  // The main actions of a lead are within reach at any scroll position, and its values do not break.
  await page.goto((await last.getAttribute('href')) ?? '')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  const email = page.getByText('Email', { exact: true }).and(page.locator('.contact-actions > *'))
  await expect(email).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(email).toBeInViewport({ ratio: 1 })
  for (const value of await page.locator('.fact-value[data-fact*="prospect"] bdi').all()) {
    expect(await value.evaluate((text) => text.getClientRects().length)).toBe(1)
  }
})

test('four screens are in the bottom bar, the others and logging out behind More', async ({ page }) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const more = menu.getByRole('button', { name: /^More/ })
  await expect(more).toHaveAccessibleName('More 9 days left in trial')
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const item of [...(await menu.getByRole('link').all()), more]) {
      const { isCut, height } = await item.evaluate((element) => {
        const label = element.querySelector('.shell-label')
        const text = label?.getBoundingClientRect()
        const room = element.getBoundingClientRect()
        return {
          isCut: !text || text.left < room.left || text.right > room.right || text.height > 20,
          height: room.height,
        }
      })
      expect(isCut, `${await item.innerText()} at ${width}`).toBe(false)
      expect(height).toBeGreaterThanOrEqual(44)
    }
  }
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', /^Inbox/, /^Leads/, 'Agent'])

  await more.press('Enter')
  await expect(menu.getByRole('link', { name: 'Billing 9 days left in trial' })).toBeInViewport({ ratio: 1 })
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Playground' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeHidden()

  await more.click()
  await page.touchscreen.tap(195, 300)
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeHidden()
  await expect(page).toHaveURL('/')
  await more.click()
  await menu.getByRole('link', { name: 'Integrations' }).click()
  await expect(page).toHaveURL('/integrations')
  await expect(page.getByRole('heading', { name: 'Integrations', level: 1 })).toBeFocused()
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeHidden()
  await expect(more).toHaveAttribute('aria-current', 'true')
  await more.click()
  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/sign-up/)
})

test('without an organization, only More is enabled, and Billing says why', async ({ page }) => {
  await page.goto('/leads')
  await selectOrganization(page, null)
  await expect(page.getByRole('heading', { name: 'Select an Organization' })).toBeVisible()
  for (const name of ['Search', 'Filter', 'List actions']) {
    await expect(page.getByRole('main').getByRole('button', { name })).toBeHidden()
  }
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'More' }).click()
  await expect(menu.getByRole('link')).toHaveCount(7)
  for (const item of await menu.getByRole('link').all()) await expect(item).toBeDisabled()
  await expect(menu.getByText('(Select Org)').filter({ visible: true })).toBeInViewport({ ratio: 1 })
})

test('nothing shifts on any page while its banners and data load', async ({ page }) => {
  test.slow()
  for (const device of ['new', 'known']) {
    for (const [route, content] of Object.entries(SCREENS)) {
      if (device === 'new') await page.evaluate(() => localStorage.clear()).catch(() => undefined)
      await page.goto(route)
      await expect(page.locator('.banner').filter({ visible: true })).toHaveCount(1)
      await expect(content(page.getByRole('main')).first()).toBeVisible()
      expect(await layoutShift(page), `${route} on a ${device} device`).toBeLessThan(0.0001)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, route).toBeLessThanOrEqual(0)
    }
  }
})
