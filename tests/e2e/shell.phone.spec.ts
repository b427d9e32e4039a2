import type { Page } from '@playwright/test'
import { sideways } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { changeAnswer, GREEN } from '../support/organizations.ts'
import { pressBack } from '../support/press-back.ts'

const billing = (page: Page) => page.getByRole('region', { name: 'Setup Billing To Go Live' })
const setup = (page: Page) => page.getByRole('region', { name: /^Complete Agent Setup/ })
const details = 'A billing plan is needed to embed the widget or capture leads to go live.'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('two banners share one line below the heading, and a tap opens both with their texts and buttons', async ({
  page,
}) => {
  // The band with the longest button.
  await page.route(
    new RegExp(`/api/v1/organizations/${GREEN}/profile$`),
    changeAnswer((json) => ({ ...json, services_description: '', phone: null, agent_name: null })),
  )
  await page.setViewportSize({ width: 360, height: 844 })
  await page.goto('/leads')
  const banners = page.locator('.banner').filter({ visible: true })
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(billing(page).getByText('+1')).toBeVisible()
    await expect(banners, `at ${width}`).toHaveCount(1)
    expect((await banners.boundingBox())?.height).toBeLessThanOrEqual(45)
    const screens = await page.getByRole('navigation', { name: 'Leads and conversations' }).boundingBox()
    expect((screens?.y ?? 0) + (screens?.height ?? 0)).toBeLessThanOrEqual(
      (await banners.boundingBox())?.y ?? 0,
    )
  }
  expect(await sideways(page)).toBe(0)

  await expect(billing(page).getByRole('link', { name: 'Setup Billing' })).toBeVisible()
  await expect(billing(page).getByText(details)).toBeHidden()
  const toggle = billing(page).getByRole('button', { name: 'Details' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await billing(page).getByRole('heading').tap({ force: true })
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(billing(page).getByText(details)).toBeVisible()
  await expect(setup(page).getByRole('link', { name: 'Complete Setup' })).toBeVisible()
  await expect(setup(page).getByText('Complete the essential fields')).toBeVisible()
  for (const close of await page.getByRole('button', { name: /^Close: / }).all()) {
    const box = await close.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agent' }).click()
  await expect(page).toHaveURL('/agent')
  await expect(billing(page).getByText(details)).toBeVisible()
  await billing(page).getByRole('button', { name: 'Details' }).press('Enter')
  await expect(billing(page).getByText(details)).toBeHidden()
  await expect(banners).toHaveCount(1)

  await toggle.press('Enter')
  await billing(page).getByRole('button', { name: 'Close' }).tap()
  await expect(billing(page)).toBeHidden()
  await expect(setup(page).getByText('Complete the essential fields')).toBeVisible()
  await expect(setup(page).getByRole('button', { name: 'Close' })).toBeFocused()
})

test('on a desk at 200 % zoom, the first lead is in sight', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/leads')
  await expect(billing(page).getByText('+1')).toBeVisible()
  await expect(page.getByText('Emily Carter').first()).toBeInViewport({ ratio: 1 })
})

/** Moves a finger down from the middle of the page, in steps like a hand's. */
async function pull(page: Page, pixels: number): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const at = (y: number) => [{ x: 195, y }]
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(200) })
  for (let moved = 10; moved <= pixels; moved += 10) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(200 + moved) })
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test("pulling the page down, or Refresh in the menu, refetches the page's data", async ({ page }) => {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  const sign = page.locator('.refresh')
  await expect(sign).toBeAttached()
  let asked = 0
  await page.route(/\/leads\/stats$/, async (route) => {
    asked += 1
    await route.continue()
  })
  await pull(page, 40)
  await expect(sign).toHaveAttribute('data-state', 'idle')
  expect(asked).toBe(0)
  await pull(page, 200)
  await expect.poll(() => asked).toBe(1)
  await expect(sign).toHaveAttribute('data-state', 'idle')

  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: /^More/ }).click()
  await menu.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => asked).toBe(2)
  await expect(menu.getByRole('button', { name: 'Refresh' })).toBeHidden()

  await menu.getByRole('link', { name: 'Agent' }).click()
  await expect(page).toHaveURL('/agent')
  await menu.getByRole('button', { name: /^More/ }).click()
  pressBack(page)
  await expect(menu.getByRole('button', { name: 'Refresh' })).toBeHidden()
  await expect(page).toHaveURL('/agent')
  await page.goBack()
  await expect(page).toHaveURL('/leads')
})

test('the bottom bar makes room for the keyboard while a field has the focus', async ({ page }) => {
  await page.goto('/agent#business_name')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const field = page.getByLabel(/^Business Name/)
  await field.tap()
  await expect(bar).toBeHidden()
  await field.blur()
  await expect(bar).toBeVisible()
})

test('the list of organizations is as far from both edges of the screen', async ({ page }) => {
  await page.goto('/leads')
  await page.locator('[data-switcher] button').first().click()
  const list = page.locator('.cl-organizationSwitcherPopoverCard')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expect
      .poll(async () => {
        const box = await list.boundingBox()
        return box && [box.x, width - box.x - box.width]
      })
      .toEqual([16, 16])
  }
})
