import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Integrations' }).getByRole('listitem').filter({ hasText: name })

test('calendars subscribe to a private address, which can be replaced and ended', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/integrations?category=calendar')
  const apple = card(page, 'Apple Calendar')
  await expect(apple).toContainText('Available')
  await apple.getByRole('button', { name: 'Connect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Apple Calendar' })
  await dialog.getByRole('button', { name: 'Create Address' }).click()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Address copied to clipboard!')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(/\/calendar\/feed_\w{22}\.ics$/)
  const feed = await request.get(address)
  expect(feed.headers()['content-type']).toContain('text/calendar')
  expect(await feed.text()).toContain('BEGIN:VEVENT')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(apple).toContainText('Connected')

  await page.reload()
  await apple.getByRole('button', { name: 'Manage' }).click()
  const field = dialog.getByRole('textbox', { name: 'Private address' })
  await expect(field).toHaveValue(address)
  await dialog.getByRole('button', { name: 'Replace Address…' }).click()
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(field).not.toHaveValue(address)
  expect((await request.get(address)).status()).toBe(404)
  const next = await field.inputValue()
  await dialog.getByRole('button', { name: 'Stop Sharing…' }).click()
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Create Address' })).toBeVisible()
  expect((await request.get(next)).status()).toBe(404)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(apple.getByRole('button', { name: 'Connect' })).toBeVisible()
})
