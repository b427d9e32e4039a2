import type { Page } from '@playwright/test'
import type { Profile } from '../../src/contract/profile.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { openSettings, readStored, saveAndReload, storeElsewhere } from '../support/settings.ts'
import { ADA, visit } from '../support/visiting.ts'

const group = (page: Page) => page.getByRole('group', { name: 'Call Hours' })
const unsaved = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const stored = async (page: Page) => (await readStored<Profile>(page, GREEN, 'profile')).call_hours

/** Returns the times that a visitor of the business is offered. */
async function offered(page: Page): Promise<string[]> {
  const chat = await visit(page.request, GREEN, ADA)
  const { quick_replies } = await chat.say('12 Elm Street, Columbus, OH 43215')
  return quick_replies.filter((each) => /\d/.test(each))
}

test.beforeEach(async ({ page, reset, signIn }) => {
  await reset()
  await signIn()
  await openSettings(page)
})

test('the owner chooses when calls are offered, and visitors are offered calls then', async ({ page }) => {
  await expect(group(page)).toContainText('Calls are offered in the hours above.')
  await page.getByRole('button', { name: 'Offer calls only at certain times' }).click()
  await expect(page.getByText('Calls are offered 3–5 PM until you change this.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Monday calls offered' })).toBeFocused()
  await expect(page.getByLabel('Friday calls end')).toHaveValue('17:00')
  await expect(page.getByRole('switch', { name: 'Saturday calls offered' })).not.toBeChecked()
  await expect(unsaved(page)).toContainText('Call Hours')
  expect(await accessibilityProblems(page)).toEqual([])

  await page.getByLabel('Monday calls start').fill('16:00')
  await page.getByRole('button', { name: 'Copy to all weekdays: Monday calls' }).click()
  await expect(page.getByText('Calls are offered Mon–Fri 4–5.')).toBeVisible()
  await saveAndReload(page)
  await expect(page.getByLabel('Friday calls start')).toHaveValue('16:00')
  const times = await offered(page)
  expect(times.length).toBeGreaterThan(0)
  for (const time of times) expect(time).toMatch(/, 4:[03]0 PM$/)

  await test.step('the business hours can count again', async () => {
    await page.getByRole('button', { name: 'Offer calls in these hours instead' }).click()
    await expect(group(page)).toBeFocused()
    await saveAndReload(page)
    expect(await stored(page)).toBeNull()
    await expect(group(page)).toContainText('Calls are offered in the hours above.')
  })
})

test('impossible call hours are not saved, and closed days offer no calls', async ({ page }) => {
  await page.getByRole('button', { name: 'Offer calls only at certain times' }).click()
  await page.getByRole('button', { name: 'Add hours: Tuesday calls' }).click()
  await page.getByLabel('Tuesday calls shift 2 start').fill('16:00')
  await expect(group(page).locator('..')).toContainText(
    'Hours of a day must be in order and must not overlap',
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Tuesday calls shift 2 start')).toBeFocused()
  expect(await stored(page)).toBeNull()
  await page.getByRole('button', { name: 'Remove hours: Tuesday calls shift 2' }).click()

  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await page.getByRole('switch', { name: `${day} calls offered` }).click()
  await expect(page.getByText('No calls are offered.')).toBeVisible()
  await expect(page.locator('.calls-outside')).toContainText('Booked outside these hours')
  await saveAndReload(page)
  expect(await offered(page)).toEqual([])
})

test('call hours that someone else has changed are shown beside the owner’s', async ({ page }) => {
  await page.getByRole('button', { name: 'Offer calls only at certain times' }).click()
  const theirs = [{ day: 'monday', isOpen: true, openTime: '10:00', closeTime: '11:00' }]
  await storeElsewhere(page, GREEN, 'profile', { call_hours: theirs })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.locator('[data-conflict="call_hours"]')).toContainText('Monday 10:00–11:00')
  await page.getByRole('button', { name: 'Take theirs: Call Hours' }).click()
  await expect(page.getByText('Calls are offered Mon 10–11.')).toBeVisible()
  expect(await stored(page)).toEqual(theirs)
})
