import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { openSettings, readStored, saveAndReload, storeElsewhere } from '../support/settings.ts'
import { visit } from '../support/visiting.ts'

const names = (page: Page) => page.getByRole('group', { name: 'Spanish Names' })
const name = (page: Page, service: string) => names(page).getByLabel(service)

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('the owner says what services are called in Spanish, and visitors see that', async ({ page }) => {
  await openSettings(page)
  await expect(name(page, 'Tree Services')).toHaveValue('Servicios de árboles')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  await name(page, 'Tree Services').fill('Poda de árboles')
  await name(page, 'Snow Removal').fill('')
  await expect(name(page, 'Snow Removal')).toHaveAttribute('placeholder', 'Snow Removal')
  await page.getByPlaceholder('Another service').fill('Goat grazing')
  await page.getByPlaceholder('Another service').press('Enter')
  await expect(name(page, 'Goat grazing')).toHaveValue('')
  await name(page, 'Goat grazing').fill('Pastoreo con cabras')
  await page.getByRole('group', { name: 'Services', exact: true }).getByLabel('Pest Control').uncheck()
  await expect(name(page, 'Pest Control')).toHaveCount(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await saveAndReload(page)
  await expect(name(page, 'Tree Services')).toHaveValue('Poda de árboles')
  await expect(name(page, 'Snow Removal')).toHaveValue('')

  const chat = await visit(page.request, GREEN, [])
  const { quick_replies } = await chat.say('Hola, quisiera una cotización')
  expect(quick_replies).toContain('Poda de árboles')
  expect(quick_replies).not.toContain('Tree Services')
  const { messages } = await chat.say('Poda de árboles')
  expect(messages.at(-1)?.content).toContain('Entendido: Poda de árboles.')

  await test.step('the usual name is no change', async () => {
    await name(page, 'Tree Services').fill('Servicios de árboles')
    await name(page, 'Tree Services').fill('Poda de árboles')
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  })

  await test.step('a name that someone else has changed is shown beside the owner’s', async () => {
    await name(page, 'Tree Services').fill('Árboles')
    const theirs = { services_spanish: { 'Tree Services': 'Cuidado de árboles' } }
    await storeElsewhere(page, GREEN, 'profile', theirs)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Tree Services: Cuidado de árboles')).toBeVisible()
    expect(await readStored(page, GREEN, 'profile')).toMatchObject(theirs)
  })
})
