import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

/** Whether a ring can be seen around what has the focus. */
async function expectRing(place: Locator): Promise<void> {
  await expect(place).toBeFocused()
  await expect(place).toHaveCSS('outline-style', 'solid')
}

async function pressOn(place: Locator, ...keys: string[]): Promise<void> {
  await place.focus()
  for (const key of keys) await place.page().keyboard.press(key)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('leads are opened, lost, changed together and undone by keyboard, and the focus stays there', async ({
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
  await expect(page.getByRole('menuitem', { name: 'New' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: 'Why was this lead lost?' })
  await expect(asked.getByRole('button', { name: 'Close' })).toBeFocused()
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

test('organizations, settings and integrations are worked by keyboard', async ({ page }) => {
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
  const down = button(page, /^Move Question \d down$/)
  await pressOn(down.first(), 'Enter')
  await expectRing(button(page, 'Move Question 2 down'))
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await pressOn(bar.getByRole('button', { name: 'Discard' }), 'Enter')
  await expect(bar).toBeHidden()
  await expectRing(down.first())
})
