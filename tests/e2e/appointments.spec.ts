import type { Lead } from '../../src/contract/leads.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { isBooked } from '../../src/domain/leads/bookings.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { chooseMore } from '../support/more-menu.ts'
import { GREEN } from '../support/organizations.ts'
import { openSettings, readStored, saveAndReload } from '../support/settings.ts'

test('the owner lets customers book visits, and books one; a call that was booked before stays a call', async ({
  page,
  reset,
  signIn,
}) => {
  await reset()
  await signIn()
  await openSettings(page)
  await page.getByLabel('Appointment', { exact: true }).selectOption('Visit at the property')
  await page.getByLabel('Length', { exact: true }).selectOption('60 minutes')
  await expect(page.getByText('Visits are offered in the hours above.')).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await saveAndReload(page)
  await expect(page.getByLabel('Appointment', { exact: true })).toHaveValue('visit')
  expect(await readStored<Profile>(page, GREEN, 'profile')).toMatchObject({
    appointment_kind: 'visit',
    appointment_minutes: 60,
  })

  const leads = (await readStored<Lead[]>(page, GREEN, 'leads')).filter(({ is_test }) => !is_test)
  const lead = leads.find((each) => each.status === 'new' && !isBooked(each))
  const called = leads.find(
    (each) => isBooked(each) && Date.parse(each.booking_start_time ?? '') > Date.now() + 3_600_000,
  )
  if (!lead || !called) throw new Error('There are a new lead and a booked one')
  await page.goto(`/leads/${lead.id}`)
  const main = page.getByRole('main')
  await chooseMore(main, 'Book visit…')
  const dialog = page.getByRole('dialog', { name: 'Book an estimate visit' })
  await dialog.getByRole('group', { name: /^Time/ }).locator('label').first().click()
  await dialog.getByRole('button', { name: 'Book visit' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Visit booked: /)).toBeVisible()
  await expect(main).toContainText('Booked an estimate visit for')
  const booked = (await readStored<Lead[]>(page, GREEN, 'leads')).find(({ id }) => id === lead.id)
  expect(booked).toMatchObject({ booking_kind: 'visit', booking_minutes: 60 })

  await page.goto(`/leads/${called.id}`)
  await chooseMore(main, 'Move call…')
  await expect(page.getByRole('dialog', { name: 'Move this estimate call' })).toBeVisible()
})
