import type { Locator, Page } from '@playwright/test'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { FRESH, selectOrganization } from '../support/organizations.ts'
import { unfoldAll } from '../support/settings.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

/** Returns whether a focus ring is visible. */
async function expectRing(place: Locator): Promise<void> {
  await expect(place).toBeFocused()
  await expect(place).toHaveCSS('outline-style', 'solid')
}

async function pressOn(place: Locator, ...keys: string[]): Promise<void> {
  await place.focus()
  for (const key of keys) await place.page().keyboard.press(key)
}

const MOST_STOPS = 120

/** Presses Tab until the focus is at `place`. */
async function tabTo(place: Locator): Promise<void> {
  await expect(place).toBeVisible()
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await place.page().keyboard.press('Tab')
    if (await place.evaluate((element) => element === document.activeElement)) return
  }
  await expect(place).toBeFocused()
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('leads can be opened, lost, changed together, and restored by keyboard, and the focus stays there', async ({
  page,
}) => {
  await page.goto('/leads?status=new')
  const view = page
    .getByRole('table')
    .getByRole('link', { name: /^View / })
    .nth(1)
  await pressOn(view, 'Enter')
  await page.getByRole('tab', { name: 'Lead Details' }).focus()
  await page.keyboard.press('ArrowRight')
  await expectRing(page.getByRole('tab', { name: 'Conversation' }))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectRing(view)

  const update = page
    .getByRole('table')
    .getByRole('button', { name: /^Update / })
    .nth(1)
  await pressOn(update, 'Enter')
  await expect(page.getByRole('menuitemradio', { name: 'New' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitemradio', { name: 'Lost' })).toBeFocused()
  await page.keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: 'Why was this lead lost?' })
  await expect(asked).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await expect(update).toBeFocused()

  await pressOn(page.getByRole('checkbox', { name: /^Select / }).nth(1), 'Space')
  const bar = page.getByRole('region', { name: 'Selected leads' })
  await pressOn(bar.getByRole('button', { name: 'Set Converted' }), 'Enter')
  await expect(bar).toContainText('1 lead updated to converted.')
  await expect(bar).toBeFocused()
  await page.keyboard.press('Tab')
  await expectRing(bar.getByRole('button', { name: 'Undo' }))
  await page.keyboard.press('Enter')
  await expect(bar).toContainText('1 lead changed back.')
  await expect(bar).toBeFocused()
  await expect(page.getByRole('menu')).toBeHidden()
  await pressOn(bar.getByRole('button', { name: 'Dismiss' }), 'Enter')
  await expect(bar).toBeHidden()
  await expect(page.locator('body')).not.toBeFocused()
})

test('organizations, settings, and integrations work by keyboard', async ({ page }) => {
  await page.goto('/integrations')
  await page.keyboard.press('Tab')
  await expectRing(page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const request = button(page, 'Request Priority').first()
  await pressOn(request, 'Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectRing(request)

  await pressOn(button(page, /^G Green Acres|Green Acres/).first(), 'Enter')
  await expect(button(page, 'Create organization')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectRing(button(page, 'Open organization switcher'))

  await pressOn(page.getByRole('link', { name: 'Agent', exact: true }), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  await unfoldAll(page)
  const down = button(page, /^Move Question \d down$/)
  await pressOn(down.first(), 'Enter')
  await expectRing(button(page, 'Move Question 2 down'))
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await pressOn(bar.getByRole('button', { name: 'Discard' }), 'Enter')
  await expect(bar).toBeHidden()
  await expectRing(down.first())
})

test('buttons that reveal something or wait for the server do not lose the focus', async ({ page }) => {
  await page.goto('/')
  const toggle = page
    .getByRole('region', { name: 'Setup Billing To Go Live' })
    .getByRole('button', { name: 'Details' })
  await pressOn(toggle, 'Enter')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(toggle).toBeFocused()
  await pressOn(button(page, /^Show all/), 'Enter')
  await expect(page.locator('.today-row').nth(4).locator(':focus')).toBeVisible()

  await page.goto('/leads')
  await pressOn(button(page, 'Auto-Mark Lost'), 'Enter')
  await expect(button(page, 'Auto-Mark Lost')).toHaveAttribute('aria-busy', 'false')
  await expect(button(page, 'Auto-Mark Lost')).toBeFocused()

  await page.goto('/agent')
  await unfoldAll(page)
  await pressOn(button(page, 'Add hours: Monday'), 'Enter')
  await expect(page.getByLabel('Monday shift 2 opens')).toBeFocused()
  await pressOn(button(page, 'Remove hours: Monday shift 2'), 'Enter')
  await expect(page.getByLabel('Monday opens')).toBeFocused()
  await pressOn(button(page, 'Learn from my website'), 'Enter')
  await expect(page.getByLabel('Address of your website')).toBeFocused()
})

test('onboarding, HubSpot, and plans work by keyboard', async ({ page }) => {
  test.slow()
  const { keyboard } = page
  await page.goto('/')
  await selectOrganization(page, FRESH)
  const dialog = page.getByRole('dialog')
  const proceed = dialog.getByRole('button', { name: 'Continue', exact: true })
  await tabTo(dialog.getByLabel('Business address'))
  await keyboard.type('Maple Av')
  // The list opens a moment after the search has ended.
  await expect(async () => {
    await keyboard.press('ArrowDown')
    await expect(page.locator('.ant-select-item-option-active')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: /^Map of/ })).toBeVisible()
  await tabTo(proceed)
  await keyboard.press('Enter')
  await expect(dialog).toContainText('Step 2 of 3')
  await tabTo(dialog.getByRole('checkbox', { name: 'Tree Services' }))
  await keyboard.press('Space')
  await tabTo(dialog.getByLabel('Agent name'))
  await keyboard.type('Clip')
  await tabTo(proceed)
  await keyboard.press('Enter')
  await expect(dialog).toContainText('Step 3 of 3')
  await tabTo(button(page, 'Complete Setup'))
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/playground')

  await page.goto('/integrations?search=HubSpot')
  await tabTo(button(page, 'Connect'))
  await keyboard.press('Enter')
  await tabTo(page.getByRole('button', { name: 'Connect app' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(`${TEST_ORIGINS.console}/integrations?search=HubSpot`)
  await expect(page.getByText('HubSpot is connected.')).toBeVisible()

  await page.goto('/billing')
  await tabTo(page.locator('.cl-pricingTableCard__growth').getByRole('button', { name: 'Subscribe' }))
  await keyboard.press('Enter')
  const checkout = page.getByRole('dialog').filter({ hasText: 'Checkout' })
  await expect(checkout).toContainText('Growth')
  await tabTo(checkout.getByRole('button', { name: /^Pay/ }))
  await keyboard.press('Enter')
  await expect(checkout).toContainText('successful')
  await tabTo(checkout.getByRole('button', { name: 'Continue' }))
  await keyboard.press('Enter')
  await expect(checkout).toBeHidden()
  await expect(page.locator('.cl-pricingTableCard__growth')).toContainText('Active')
})
