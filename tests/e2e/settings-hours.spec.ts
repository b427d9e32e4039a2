import type { Lead } from '../../src/contract/leads.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { upcomingJobs } from '../../src/domain/leads/bookings.ts'
import { leadPath } from '../../src/domain/leads/path.ts'
import { dayIn } from '../../src/domain/settings/business-hours.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { addDaysOff, openSettings, readStored, saveAndReload } from '../support/settings.ts'

test.beforeEach(async ({ page, reset, signIn }) => {
  await reset()
  await signIn()
  await openSettings(page)
})

test('a break, a holiday, and days off, typed or chosen in the calendar, are kept after a reload', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Add Days Off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Days off', exact: true })
  await dialog.getByRole('button', { name: 'Next month' }).click()
  // The days of the second month are also the last ones of the first calendar.
  await dialog.getByRole('button', { name: / 10, / }).last().click()
  await dialog.getByRole('button', { name: / 14, / }).last().click()
  await expect(page.getByRole('button', { name: /^Days off 1: \w+ 10.* – \w+ 14/ })).toBeVisible()
  await page.getByRole('button', { name: 'Remove: Days off 1' }).click()
  await expect(page.locator('.day-off')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()

  const monday = page.locator('[data-day="monday"]')
  await page.getByLabel('Monday closes').fill('12:00')
  await page.getByRole('button', { name: 'Add hours: Monday' }).click()
  await expect(page.getByLabel('Monday shift 2 opens')).toHaveValue('13:00')
  await page.getByLabel('Monday shift 2 closes').fill('16:30')
  await page.getByRole('button', { name: 'Copy to all weekdays: Monday' }).click()
  await page.getByRole('button', { name: 'Remove hours: Friday shift 2' }).click()

  const thanksgiving = page.getByRole('switch', { name: 'Closed on Thanksgiving Day' })
  await expect(thanksgiving).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Closed on Veterans Day' })).not.toBeChecked()
  await expect(page.locator('.holidays li').filter({ hasText: 'Thanksgiving Day' })).toContainText(
    /Thu, Nov \d+$/,
  )
  await thanksgiving.click()

  await addDaysOff(page, '12/30/2030', '1/2/2031')
  await addDaysOff(page, '7/5/2030', '')
  await page.getByLabel('Days off 2: note').fill('Ski trip')
  await saveAndReload(page)

  const { business_hours, holidays_closed, days_off } = await readStored<Profile>(page, GREEN, 'profile')
  expect(business_hours.slice(0, 2)).toEqual([
    { day: 'monday', isOpen: true, openTime: '08:00', closeTime: '12:00' },
    { day: 'monday', isOpen: true, openTime: '13:00', closeTime: '16:30' },
  ])
  expect(business_hours.filter(({ day }) => day === 'friday')).toHaveLength(1)
  expect(holidays_closed).not.toContain('Thanksgiving Day')
  expect(holidays_closed).toHaveLength(5)
  expect(days_off).toEqual([
    { from: '2030-07-05', to: '2030-07-05', note: null },
    { from: '2030-12-30', to: '2031-01-02', note: 'Ski trip' },
  ])
  await expect(monday.getByLabel('Monday shift 2 closes')).toHaveValue('16:30')
  await expect(thanksgiving).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Days off 2: Dec 30, 2030 – Jan 2, 2031' })).toBeVisible()
  await expect(page.getByLabel('Days off 2: note')).toHaveValue('Ski trip')
})

test('a day off on the day of a booked call names the call, with a link to its lead', async ({ page }) => {
  const leads = await readStored<Lead[]>(page, GREEN, 'leads?status=converted')
  const [call] = upcomingJobs(leads, new Date())
  const day = dayIn('America/New_York', new Date(call?.booking_start_time ?? ''))
  const [year, month, date] = day.split('-').map(Number)
  const outside = page.locator('.calls-outside')
  await expect(outside).toBeHidden()
  await addDaysOff(page, `${month}/${date}/${year}`, '')
  await expect(outside).toContainText("Changing the hours doesn't move booked appointments.")
  // The day can have several calls.
  await expect(outside.locator(`a[href="${leadPath(call?.id ?? '')}"]`)).toBeVisible()
})

test('invalid hours, impossible dates, and a missing escalation email show errors where they are typed', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Add hours: Saturday' }).click()
  await page.getByLabel('Saturday shift 2 opens').fill('14:00')
  const row = page.locator('[data-field="business_hours"]')
  await expect(row).toContainText('Hours of a day must be in order and must not overlap')
  await expect(page.getByLabel('Saturday shift 2 opens')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Saturday opens')).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Saturday shift 2 opens')).toBeFocused()
  await page.getByRole('button', { name: 'Remove hours: Saturday shift 2' }).click()
  await expect(row).not.toContainText('overlap')

  await page.getByRole('button', { name: 'Add Days Off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Days off', exact: true })
  const from = dialog.getByLabel('From', { exact: true })
  await from.fill('Feb 30')
  await from.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Enter a date such as 12/24 or Dec 24, from today on.')
  await from.fill('yesterday')
  await from.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Enter a date such as 12/24 or Dec 24, from today on.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('.day-off')).toHaveCount(0)

  await page.getByLabel('Escalation Email').fill('')
  await expect(page.locator('#escalation_email-message')).toContainText('Please enter an escalation email')
  await page.getByRole('button', { name: 'Copy to all weekdays: Monday' }).click()
  await page.getByLabel('Friday opens').fill('18:00')
  await page.getByLabel('Friday closes').fill('02:10')
  await expect(page.locator('[data-day="friday"]')).toContainText('until 2:10 AM next day')
  await page.getByRole('switch', { name: 'Friday 24 hours' }).click()
  await expect(page.getByLabel('Friday closes')).toBeHidden()
  await page.getByRole('switch', { name: 'Friday 24 hours' }).click()
  await expect(page.getByLabel('Friday closes')).toHaveValue('17:00')
  await page.getByLabel('Friday opens').fill('18:00')
  await page.getByLabel('Friday opens').fill('25:00')
  await page.keyboard.press('Tab')
  await expect(page.locator('[data-day="friday"]').getByRole('alert').filter({ hasText: 'time' })).toHaveText(
    ['“25:00” is not a valid time. The field keeps 18:00.'],
  )
  await expect(page.getByLabel('Friday opens')).toHaveValue('18:00')
  await page.getByRole('switch', { name: 'Friday open' }).click()
  await expect(page.locator('[data-day="friday"]')).toContainText('Not available')
})

test('the time zone is found by typing, also on a keyboard alone', async ({ page }) => {
  const zone = page.getByRole('combobox', { name: 'Time Zone' })
  await zone.focus()
  await expect(zone).toHaveJSProperty('tagName', 'INPUT')
  await expect(zone).toBeFocused()
  await expect(zone).toHaveAccessibleDescription('Eastern')
  await page.keyboard.type('pac')
  await expect(page.getByRole('status').filter({ hasText: '1 choice' })).toHaveCount(1)
  await expect(zone).toHaveAttribute('aria-expanded', 'true')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(zone).toHaveAccessibleDescription('Pacific')
  await expect(zone).toHaveAttribute('aria-expanded', 'false')

  await page.keyboard.type('nowhere')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(zone).toHaveValue('')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Pacific' }).and(page.getByTitle('Pacific'))).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(zone).toHaveAccessibleDescription('Arizona')
  await saveAndReload(page)
  expect((await readStored<Profile>(page, GREEN, 'profile')).timezone).toBe('America/Phoenix')
})

test('one press of Tab leaves the list of time zones, with the option that was typed or moved to', async ({
  page,
}) => {
  const zone = page.getByRole('combobox', { name: 'Time Zone' })
  await zone.focus()
  await expect(zone).toHaveJSProperty('tagName', 'INPUT')
  for (const key of ['ArrowUp', 'Alt+ArrowDown', 'F4']) {
    await page.keyboard.press(key)
    await expect(zone).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(zone).toHaveAttribute('aria-expanded', 'false')
  }
  await page.keyboard.press('F4')
  await page.keyboard.press('Tab')
  await expect(zone).not.toBeFocused()
  await expect(zone).toHaveAttribute('aria-expanded', 'false')
  await expect(zone).toHaveAccessibleDescription('Eastern')

  await page.keyboard.press('Shift+Tab')
  await expect(zone).toBeFocused()
  await page.keyboard.type('los angeles')
  await expect(page.getByRole('option', { name: 'Pacific' }).and(page.getByTitle('Pacific'))).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(zone).not.toBeFocused()
  await expect(zone).toHaveAccessibleDescription('Eastern')
  await page.keyboard.press('Tab')
  await page.keyboard.type('los_angeles')
  await page.keyboard.press('Tab')
  await expect(zone).not.toBeFocused()
  await expect(zone).toHaveAccessibleDescription('Pacific')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('F4')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect(zone).not.toBeFocused()
  await expect(zone).toHaveAccessibleDescription('Mountain')
})

test('in a short window, the list of time zones leaves its field uncovered', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 320 })
  const zone = page.getByRole('combobox', { name: 'Time Zone' })
  await zone.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await zone.hover()
  await expect(zone).toHaveJSProperty('tagName', 'INPUT')
  await zone.click()
  const list = page.locator('.search-list')
  await expect(list).toBeVisible()
  await expect(async () => {
    const field = await zone.boundingBox()
    const { y = 0, height = 0 } = (await list.boundingBox()) ?? {}
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(320)
    const { y: top = 0, height: tall = 0 } = field ?? {}
    expect(y >= top + tall - 4 || y + height <= top + 4).toBe(true)
  }).toPass()
})

test('a long list that cannot load, or not yet, is the browser’s own', async ({ page }) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/_astro\/[^?]+\.js/, async (route) => {
    await arrived
    await route.continue()
  })
  const zone = page.getByRole('combobox', { name: 'Time Zone' })
  await zone.focus()
  await page.keyboard.type('Moun')
  await expect(zone).toHaveValue('America/Denver')
  const loaded = page.waitForResponse(/search-box.*\.js/)
  arrive()
  await loaded
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('#timezone:open')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(zone).toHaveValue('America/Los_Angeles')
  await page.keyboard.press('Tab')
  await expect(zone).toHaveJSProperty('tagName', 'INPUT')
  await expect(zone).toHaveAccessibleDescription('Pacific')
})

test('a time is picked in steps of 15 minutes or typed, also before its list has loaded', async ({
  page,
}) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/_astro\/[^?]+\.js/, async (route) => {
    await arrived
    await route.continue()
  })
  const opens = page.getByLabel('Tuesday opens')
  await opens.click()
  await expect(opens).not.toHaveAttribute('aria-expanded')
  arrive()
  await expect(opens).toHaveAttribute('aria-expanded', 'true')
  await expect(opens).toBeFocused()
  await page.getByTitle('08:15').click()
  await expect(opens).toHaveValue('08:15')

  // A typed time can be off the grid, and stays so when its list opens again.
  await opens.fill('9:17')
  await opens.press('Tab')
  await expect(opens).toHaveValue('09:17')
  await opens.click()
  await expect(page.getByTitle('08:15')).toBeVisible()
  await opens.press('Escape')
  await expect(page.getByTitle('08:15')).toBeHidden()
  await opens.press('Tab')
  await expect(opens).toHaveValue('09:17')

  await opens.focus()
  await page.keyboard.type('6p')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(opens).toHaveValue('18:15')
})
