import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

const sheet = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.lead-sheet-name') })

/** Opens a lead with a phone number on the whole screen. */
async function openLead(page: Page): Promise<void> {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  const id = await page.locator('[data-row-key]').first().getAttribute('data-row-key')
  await page.goto(`/leads?panel=${id}`)
  await expect(sheet(page)).toBeVisible()
}

test('a lead fills the screen, with four large ways to reach it at the bottom, in the dark theme', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openLead(page)
  await expect(
    sheet(page).getByRole('region', { name: 'History' }).getByRole('listitem').first(),
  ).toBeVisible()
  const width = await page.evaluate(() => innerWidth)
  expect((await sheet(page).boundingBox())?.width).toBe(width)
  const actions = sheet(page).locator('.contact-actions > *')
  await expect(actions).toHaveText(['Call', 'Text', 'Email', 'Directions'])
  for (const action of await actions.all()) {
    await expect(action).toBeInViewport({ ratio: 1 })
    expect((await action.boundingBox())?.height).toBeGreaterThanOrEqual(52)
    expect(await action.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false)
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await accessibilityProblems(page)).toEqual([])

  await sheet(page).getByRole('textbox', { name: 'Note' }).fill('x'.repeat(5_003))
  await expect(sheet(page).getByText('The note is 3 characters too long.')).toBeInViewport({ ratio: 1 })
  // The keyboard needs the space.
  await sheet(page).getByRole('textbox', { name: 'Note' }).fill('Gate code is 4711')
  await expect(actions.first()).toBeHidden()
  await sheet(page).getByRole('button', { name: 'Add note' }).click()
  await expect(sheet(page).getByRole('region', { name: 'History' })).toContainText('Gate code is 4711')

  await sheet(page)
    .getByRole('button', { name: /^Status: / })
    .click()
  await expect(page.getByRole('menuitemradio')).toHaveText(['New', 'Converted', 'Lost'])
  await page.keyboard.press('Escape')
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await expect(sheet(page)).toBeHidden()
  await expect(page).toHaveURL(/\/leads$/)

  // The styles that came with the lead leave the next page alone.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('region', { name: 'Upcoming Jobs' })).toBeVisible()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).click({ trial: true, timeout: 5_000 })
})
