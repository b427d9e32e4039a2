import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'

const phone = (page: Page) => page.getByRole('region', { name: /^Text with your agent/ })
const texts = (page: Page) => phone(page).getByRole('log').getByRole('listitem')

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('a phone in the playground texts with the agent as a test, and starts over', async ({
  page,
  request,
}) => {
  await page.goto('/playground')
  await page.getByRole('button', { name: 'Try by text' }).click()
  await expect(phone(page).getByText('Test', { exact: true })).toBeVisible()
  const field = phone(page).getByRole('textbox', { name: 'Text message' })
  await field.fill('hi i need weekly mowing')
  await field.press('Enter')
  await expect(texts(page).last()).toContainText('the automated assistant of Green Acres')
  await expect(texts(page).last()).toContainText('Reply STOP to opt out.')
  await expect(texts(page).last()).toContainText(/\d segment/)
  await field.fill('Kay Lund')
  await phone(page).getByRole('button', { name: 'Send' }).click()
  await expect(texts(page)).toHaveCount(4)
  await expect(texts(page).last()).not.toContainText('automated')
  await expect(field).toBeFocused()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await (await request.get(`${TEST_ORIGINS.api}/__local/sms.json`)).json()).toEqual([])

  await phone(page).getByRole('button', { name: 'Why' }).click()
  await expect(page.getByRole('dialog').last()).toContainText('Kay Lund')
  await page.keyboard.press('Escape')
  await phone(page).getByRole('button', { name: 'Start over' }).click()
  await expect(texts(page)).toHaveCount(0)
  await phone(page).getByRole('button', { name: 'Website chat' }).click()
  await expect(page.locator('iframe[title="Widget preview"]')).toBeVisible()

  await page.goto('/conversations')
  const row = page.locator('.inbox-rows').getByRole('listitem').filter({ hasText: 'Kay Lund' })
  await expect(row.getByText('Test', { exact: true })).toBeVisible()
})

test.describe('while the server does not answer', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('a text that could not be sent says so, and is sent again', async ({ page }) => {
    await page.goto('/playground')
    await page.getByRole('button', { name: 'Try by text' }).click()
    const isText = /\/conversations\/[^/]+\/messages/
    await page.route(isText, (route) => route.fulfill({ status: 500, json: { message: 'Away' } }))
    await phone(page).getByRole('textbox', { name: 'Text message' }).fill('need mulch')
    await page.keyboard.press('Enter')
    await expect(phone(page).getByRole('alert')).toContainText('Away')
    await page.unroute(isText)
    await phone(page).getByRole('button', { name: 'Try again' }).click()
    await expect(texts(page)).toHaveCount(2)
    await expect(phone(page).getByRole('alert')).toBeHidden()
  })
})
