import type { Page } from '@playwright/test'
import { DEFAULT_CALL_HOURS, type Profile } from '../../src/contract/profile.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { FRESH, GREEN, selectOrganization } from '../support/organizations.ts'
import { openSettings, readStored, saveAndReload, storeElsewhere } from '../support/settings.ts'
import { ADA, visit } from '../support/visiting.ts'

const group = (page: Page) => page.getByRole('group', { name: 'Appointment Hours' })
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
  await expect(unsaved(page)).toContainText('Appointment Hours')
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
  await page.getByRole('button', { name: 'Take theirs: Appointment Hours' }).click()
  await expect(page.getByText('Calls are offered Mon 10–11.')).toBeVisible()
  expect(await stored(page)).toEqual(theirs)
})

test('the onboarding says when calls are offered, and nothing else if that is true', async ({ page }) => {
  const full_address = '12 Elm Street, Columbus, OH 43215'
  const address = { full_address, coordinates: null, context: null, properties: null }
  const first = { business_name: 'Fresh Cut Co', address, service_area_radius: 25 }
  const second = { services_offered: ['Tree Services'], agent_name: 'Clip', personality_tone: 'friendly' }
  await storeElsewhere(page, FRESH, 'complete-step/1', first, 'POST')
  await storeElsewhere(page, FRESH, 'complete-step/2', second, 'POST')
  const third = page.getByRole('dialog', { name: 'Scheduling Hours' })
  const reads = async (call_hours: Profile['call_hours']) => {
    await storeElsewhere(page, FRESH, 'profile', { call_hours })
    await page.reload()
    await expect(third).toContainText('your agent schedules estimate calls Monday to Friday 3-5 PM')
  }
  await page.goto('/')
  await selectOrganization(page, FRESH)
  await reads([...DEFAULT_CALL_HOURS])
  await expect(third).not.toContainText('visitors can')
  await reads(null)
  await expect(third).toContainText('other times in your business hours: Mon–Fri 8–5, Sat 9–3, Eastern time.')
  await reads([{ day: 'monday', isOpen: true, openTime: '10:00', closeTime: '11:00' }])
  await expect(third).toContainText('visitors can book calls in your call hours: Mon 10–11, Eastern time.')
})
