import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { openSettings, saveAndReload } from '../support/settings.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('the agent is checked with typical chats, and a change of the settings asks for another check', async ({
  page,
}) => {
  await openSettings(page)
  await page.getByRole('link', { name: 'Check the agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Widget Preview' })
  const check = dialog.getByRole('region', { name: 'Check with typical chats' })
  await check.getByRole('button', { name: 'Run the check' }).click()
  await expect(check.getByText(/25 chats went as expected/)).toBeVisible()
  await expect(check.getByRole('listitem').filter({ has: page.locator('details') })).toHaveCount(25)

  const hours = check.locator('summary', { hasText: 'Asks for your hours' })
  await hours.click()
  await expect(check.getByText('It names your hours')).toBeVisible()
  await expect(check.getByText('What are your opening hours?')).toBeVisible()

  expect(await accessibilityProblems(page)).toEqual([])

  await check.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByText('Settings changed since the last check.')).toBeHidden()
  await openSettings(page)
  await page.getByLabel('Agent Name').fill('Sage')
  await saveAndReload(page)
  await page.goto('/playground')
  await expect(dialog.getByText('Settings changed since the last check.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Check the agent' }).click()
  await expect(check.getByRole('button', { name: 'Run the check' })).toBeEnabled()
})

test('without the check in the API, the console does not offer it', async ({ page, expectedErrors }) => {
  expectedErrors.push(/agent-check: .*404/)
  await page.route('**/agent-check', (route) =>
    route.fulfill({ status: 404, json: { message: 'Not found' } }),
  )
  await page.goto('/playground#check')
  const dialog = page.getByRole('dialog', { name: 'Widget Preview' })
  await expect(dialog.getByRole('button', { name: 'Refresh' })).toBeVisible()
  await expect(dialog.getByText('This preview shows your saved settings.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Check the agent' })).toHaveCount(0)
})
