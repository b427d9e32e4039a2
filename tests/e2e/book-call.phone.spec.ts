import type { Page } from '@playwright/test'
import type { Lead } from '../../src/contract/leads.ts'
import { isBooked } from '../../src/domain/leads/bookings.ts'
import { expect, test } from '../support/e2e.ts'
import { chooseMore } from '../support/more-menu.ts'
import { GREEN } from '../support/organizations.ts'
import { readStored } from '../support/settings.ts'

test.use({ expectedErrors: [/409 \(Conflict\)|ERR_INTERNET_DISCONNECTED/] })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Book an estimate call' })
const storedLead = async (page: Page, id: string) =>
  (await readStored<Lead[]>(page, GREEN, 'leads')).find((lead) => lead.id === id)

test('a member books a call on a phone, undoes it, and does not book offline', async ({
  page,
  reset,
  signIn,
}) => {
  await reset()
  await signIn()
  await page.goto('/leads')
  const lead = (await readStored<Lead[]>(page, GREEN, 'leads')).find(
    (each) => each.status === 'new' && !isBooked(each) && !each.is_test,
  )
  if (!lead) throw new Error('There is a new lead')
  await page.goto(`/leads/${lead.id}`)
  const main = page.getByRole('main')

  await chooseMore(main, 'Book call…')
  await expect(dialog(page)).toContainText(/gets a confirmation|o message is sent/)
  await page.context().setOffline(true)
  const time = dialog(page).getByRole('group', { name: /^Time/ }).locator('label').first()
  await time.click()
  const book = dialog(page).getByRole('button', { name: 'Book call' })
  await book.click()
  await expect(dialog(page).getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await expect(book).toBeEnabled()
  await page.context().setOffline(false)
  await book.dblclick()
  await expect(dialog(page)).toBeHidden()
  await expect(main).toContainText('Booked an estimate call')
  expect(await storedLead(page, lead.id)).toMatchObject({ status: 'converted', booking_status: 'scheduled' })

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The call was canceled')).toBeVisible()
  await expect.poll(async () => (await storedLead(page, lead.id))?.booking_status).toBe('cancelled')
  expect(await storedLead(page, lead.id)).toMatchObject({ status: 'new' })
})
