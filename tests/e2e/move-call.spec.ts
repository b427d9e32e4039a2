import type { Page } from '@playwright/test'
import type { Lead } from '../../src/contract/leads.ts'
import { upcomingJobs } from '../../src/domain/leads/bookings.ts'
import { fieldTime } from '../../src/domain/leads/due.ts'
import { expect, test } from '../support/e2e.ts'
import { chooseMore } from '../support/more-menu.ts'
import { GREEN } from '../support/organizations.ts'
import { readStored, storeElsewhere } from '../support/settings.ts'

const NEW_YORK = 'America/New_York'
const HOUR = 3_600_000

test.use({ expectedErrors: [/409 \(Conflict\)|ERR_INTERNET_DISCONNECTED/] })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Move this estimate call' })
const shown = (start: string) =>
  new Date(start)
    .toLocaleTimeString('en-US', { timeZone: NEW_YORK, hour: 'numeric', minute: '2-digit' })
    .replaceAll('\u202f', ' ')

async function choose(page: Page, start: string): Promise<void> {
  const [day = '', time = ''] = fieldTime(start, NEW_YORK).split('T')
  // Offline, only another time can be chosen.
  const other = dialog(page).getByText('Another time…')
  await expect(other.or(dialog(page).getByLabel('Date'))).toBeVisible()
  if (await other.isVisible()) await other.click()
  await dialog(page).getByLabel('Date').fill(day)
  await dialog(page).getByLabel('Time (Eastern)').fill(time)
  await dialog(page).getByRole('button', { name: 'Move call' }).click()
}

test('a member moves a call, online and offline, but not onto another call', async ({
  page,
  reset,
  signIn,
}) => {
  await reset()
  await signIn()
  await page.goto('/leads')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const [lead, other] = upcomingJobs(await readStored<Lead[]>(page, GREEN, 'leads'), new Date())
  if (!lead?.booking_start_time || !other?.booking_start_time) throw new Error('There are two calls')
  const at = (hours: number) =>
    new Date(Date.parse(other.booking_start_time ?? '') + hours * HOUR).toISOString()

  await page.goto(`/leads/${lead.id}`)
  const main = page.getByRole('main')
  await chooseMore(main, 'Move call…')
  await dialog(page).getByText('Another time…').click()
  const [day = '', time = ''] = fieldTime(lead.booking_start_time, NEW_YORK).split('T')
  const [year, month, date] = day.split('-')
  await expect(dialog(page).getByLabel('Date')).toHaveValue(`${month}/${date}/${year}`)
  await expect(dialog(page).getByLabel('Time (Eastern)')).toHaveValue(time)
  await choose(page, '2025-01-01T15:00:00Z')
  const problem = dialog(page).getByRole('alert').filter({ hasText: /./ })
  await expect(problem).toHaveText('This time has passed. Choose a later one')
  await choose(page, other.booking_start_time)
  await expect(problem).toHaveText('Another appointment is booked at this time. Choose another one')

  // A rejected time does not move the call to the previous time of another day.
  const moved = dialog(page).getByLabel('Time (Eastern)')
  for (const send of ['Enter', 'Move call']) {
    await moved.fill('25:99')
    if (send === 'Enter') await moved.press(send)
    else await dialog(page).getByRole('button', { name: send }).click()
    await expect(problem.first()).toContainText('“25:99” is not a valid time. The field keeps')
    await expect(dialog(page)).toBeVisible()
  }
  // Escape closes one layer at a time.
  await moved.press('ArrowDown')
  await expect(moved).toHaveAttribute('aria-expanded', 'true')
  await moved.press('Escape')
  await expect(moved).toHaveAttribute('aria-expanded', 'false')
  await expect(dialog(page)).toBeVisible()

  await choose(page, at(12))
  await expect(dialog(page)).toBeHidden()
  await expect(main).toContainText(shown(at(12)))
  await expect(main).toContainText('Moved the estimate call to')

  await page.context().setOffline(true)
  await chooseMore(main, 'Move call…')
  await choose(page, at(13))
  await expect(dialog(page)).toBeHidden()
  await expect(main).toContainText(shown(at(13)))
  await storeElsewhere(page, GREEN, `leads/${other.id}`, { booking_start_time: at(13) })
  await page.context().setOffline(false)
  await page.goto('/leads')
  const alert = page.getByRole('alert').filter({ hasText: 'Move the appointment of' })
  await expect(alert).toContainText('Another appointment is booked at this time. Choose another one')
  await expect(alert.getByRole('button', { name: 'Review' })).toBeHidden()
  await alert.getByRole('button', { name: 'Dismiss' }).click()
  const stored = await readStored<Lead[]>(page, GREEN, 'leads')
  expect(stored.find(({ id }) => id === lead.id)?.booking_start_time).toBe(at(12))
})
