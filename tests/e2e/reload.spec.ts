import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { withNewVersion } from '../support/new-version.ts'
import { openSettings } from '../support/settings.ts'

/** Marks the document, so that a reload can be detected. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isOld: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isOld' in window)
const reloaded = (page: Page) => page.waitForFunction(() => !('isOld' in window))

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const bookingLink = (page: Page) => page.getByLabel('Booking Link')

async function typeName(page: Page): Promise<void> {
  await openSettings(page)
  await page.getByLabel('Agent Name').fill('Robin')
  await mark(page)
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('what is typed after a save stays, and the page reloads once it is saved too', async ({ page }) => {
  test.slow()
  await page.clock.install()
  await typeName(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await saveButton(page).click()
  await expect(saveButton(page)).toBeEnabled()
  await page.clock.runFor(700)
  await bookingLink(page).click()
  const link = 'https://cal.com/robin/estimate-call-of-30'
  await bookingLink(page).fill('')
  for (const letter of link) {
    await page.keyboard.press(letter)
    await page.clock.runFor(200)
  }
  await page.clock.runFor(5_000)
  expect(await isMarked(page)).toBe(true)
  await expect(bookingLink(page)).toHaveValue(link)
  await expect(bookingLink(page)).toBeFocused()

  await saveButton(page).click()
  await expect(async () => {
    // The bar follows after a paint, which needs the clock.
    await page.clock.runFor(20)
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden({ timeout: 100 })
  }).toPass()
  await page.clock.resume()
  await reloaded(page)
  await expect(bookingLink(page)).toHaveValue(link)
})

test('the reload after a save restores position and focus', async ({ page }) => {
  test.slow()
  await openSettings(page)
  await bookingLink(page).fill('https://cal.com/robin')
  await mark(page)
  const save = page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' })
  await save.click()
  await expect(save).toBeHidden()
  // Not a field: nothing is being edited.
  const target = page.getByRole('button', { name: /^Copy/ }).first()
  const before = await target.evaluate((element) => {
    element.focus()
    return { top: Math.round(element.getBoundingClientRect().top / 10), y: scrollY }
  })
  expect(before.y).toBeGreaterThan(500)
  await reloaded(page)
  await expect(target).toBeFocused()
  await expect
    .poll(() => target.evaluate((element) => Math.round(element.getBoundingClientRect().top / 10)))
    .toBe(before.top)
})

test.describe('a newer version', () => {
  test.use({ serviceWorkers: 'allow' })

  test('replaces the one of a first visit, in every tab, once nothing is being edited', async ({
    page,
    context,
  }) => {
    test.slow()
    const other = await context.newPage()
    await page.goto('/leads')
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    await other.goto('/leads')
    const search = other
      .getByRole('searchbox')
      .or(other.getByPlaceholder(/Search/))
      .first()
    await search.fill('ada')
    for (const tab of [page, other]) await mark(tab)
    await withNewVersion(async () => {
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
      await page.getByRole('button', { name: 'Update now' }).click()
      await reloaded(page)
      await expect(search).toBeFocused()
      expect(await isMarked(other)).toBe(true)
      await search.blur()
      await reloaded(other)
    })
  })
})
