import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

const NAME = 'Green Acres Lawn & Landscape'
const section = (page: Page) => page.getByRole('region', { name: 'Your data' })

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('an admin exports the data of the organization, then erases it by typing its name', async ({ page }) => {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await page.goto('/organization')

  const downloading = page.waitForEvent('download')
  await section(page).getByRole('button', { name: 'Export data' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^fieldhand-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.organization.name).toBe(NAME)
  expect(data.leads).toHaveLength(60)
  await expect(section(page).getByRole('status')).toHaveText('The data is exported.')

  await section(page).getByRole('button', { name: 'Erase organization data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase organization data?' })
  const submit = dialog.getByRole('button', { name: 'Erase data' })
  const field = dialog.getByLabel(`To confirm, type ${NAME}`)
  await expect(field).toBeFocused()
  await field.fill('Green Acres')
  await expect(submit).toBeDisabled()
  await field.fill(NAME)
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(section(page).getByRole('status')).toHaveText('The data of this organization is erased.')

  await page.goto('/leads')
  await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible()
})

test.describe('with an API without export', () => {
  test.use({ expectedErrors: [/404/] })

  test('the section is hidden', async ({ page }) => {
    await page.route('**/export', (route) =>
      route.request().method() === 'OPTIONS' ? route.continue() : route.fulfill({ status: 404 }),
    )
    const asked = page.waitForResponse((response) => response.url().endsWith('/export'))
    await page.goto('/organization')
    await asked
    await expect(page.locator('.cl-organizationProfile-root')).toBeVisible()
    await expect(section(page)).toBeHidden()
  })
})
