import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

const lead = (page: Page) => page.locator('.lead-page')

/** Taps the first lead of the list, which has a phone number. */
async function openLead(page: Page): Promise<void> {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await page.locator('[data-row-key] a').first().tap()
  await expect(page).toHaveURL(/\/leads\/lead_\w+$/)
}

test('a lead opens as a page, with four large ways to reach it at the bottom, in the dark theme', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openLead(page)
  const history = lead(page).getByRole('region', { name: 'History', exact: true })
  await expect(history.getByRole('listitem').first()).toBeVisible()
  const actions = lead(page).locator('.contact-actions > *')
  await expect(actions).toHaveText(['Call', 'Text', 'Email', 'Directions'])
  for (const action of await actions.all()) {
    await expect(action).toBeInViewport({ ratio: 1 })
    expect((await action.boundingBox())?.height).toBeGreaterThanOrEqual(52)
    expect(await action.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false)
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await accessibilityProblems(page)).toEqual([])

  await lead(page).getByRole('textbox', { name: 'Note' }).fill('x'.repeat(5_003))
  await expect(lead(page).getByText('The note is 3 characters too long.')).toBeVisible()
  // The keyboard needs the space.
  await lead(page).getByRole('textbox', { name: 'Note' }).fill('Gate code is 4711')
  await expect(actions.first()).toBeHidden()
  await lead(page).getByRole('button', { name: 'Add note' }).click()
  await expect(history).toContainText('Gate code is 4711')

  await lead(page)
    .getByRole('button', { name: /^Status: / })
    .click()
  await expect(page.getByRole('menuitemradio')).toHaveText(['New', 'Converted', 'Lost'])
  await page.keyboard.press('Escape')

  await test.step('All details opens the three tabs over the list, and Back returns', async () => {
    const path = new URL(page.url()).pathname
    await lead(page).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'All details' }).click()
    await expect(page.getByRole('tab')).toHaveText(['Lead Details', 'Conversation', 'Agent Insights'])
    await expect(page).toHaveURL(/\/leads\?lead=lead_/)
    await page.goBack()
    await expect(page).toHaveURL(path)
  })

  await test.step('Back returns to the row, and a link to the panel opens the page', async () => {
    await page.goBack()
    await expect(page).toHaveURL(/\/leads$/)
    const row = page.locator('[data-row-key]').first()
    await expect(row.getByRole('link').first()).toBeFocused()
    await page.goto(`/leads?panel=${await row.getAttribute('data-row-key')}`)
    await expect(page).toHaveURL(/\/leads\/lead_\w+$/)
  })
})

test('the first row begins near the top, shows the phone number, and calls with one tap', async ({
  page,
}) => {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  const row = page.locator('[data-row-key]').first()
  expect((await row.boundingBox())?.y).toBeLessThan(300)
  await expect(row.getByText(/^\(\d{3}\) \d{3}-\d{4}$/)).toBeVisible()
  const call = row.getByRole('link', { name: /^Call / })
  await expect(call).toHaveAttribute('href', /^tel:\+1\d{10}$/)
  expect((await call.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  for (const title of ['Total Leads', 'New', 'Converted', 'Conversion Rate']) {
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${title}$`) })).toBeAttached()
  }
})
