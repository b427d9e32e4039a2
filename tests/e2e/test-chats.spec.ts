import type { Locator, Page } from '@playwright/test'
import { say, sayWho } from '../support/chat.ts'
import { expect, test } from '../support/e2e.ts'

const chatIn = (page: Page) =>
  page.frameLocator('iframe[title="Widget preview"]').frameLocator('fieldhand-widget iframe')
const bar = (page: Page) => page.getByRole('region', { name: 'Test chats' })
const rows = (page: Page) => page.locator('.inbox-rows').getByRole('listitem')
const total = (page: Page) => page.locator('.stat').filter({ hasText: 'Total Leads' })

/** Deletes all test chats, takes that back, and deletes them again. */
async function deleteAll(page: Page, row: Locator): Promise<void> {
  for (const isUndone of [true, false]) {
    await bar(page).getByRole('button', { name: 'Delete all' }).click()
    await expect(page.getByText('2 test chats deleted')).toBeVisible()
    await expect(row).toBeHidden()
    await expect(bar(page)).toBeHidden()
    if (!isUndone) return
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 test chats restored')).toBeVisible()
    await expect(row).toBeVisible()
  }
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('chats in the playground are marked as tests, counted nowhere, and deleted together', async ({
  page,
}) => {
  await page.goto('/leads')
  await expect(total(page)).toContainText('60')
  await expect(page).toHaveTitle('(6) Leads · Fieldhand')
  await page.goto('/playground')
  await sayWho(chatIn(page), 'Tess Tester')
  await expect(page.getByText('New lead: Tess Tester')).toBeVisible()
  const reloaded = page.waitForResponse(/\/preview\.html\?/)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await reloaded
  await expect(chatIn(page).getByRole('listitem')).toHaveCount(1)
  await say(chatIn(page), 'Lawn mowing', 'And your name?')
  await expect(page).toHaveTitle('(6) Playground · Fieldhand')

  await page.goto('/leads')
  const lead = page.getByRole('row', { name: /Tess Tester/ })
  await expect(lead).toContainText('Test')
  await expect(total(page)).toContainText('60')
  await expect(page).toHaveTitle('(6) Leads · Fieldhand')
  await expect(bar(page)).toContainText('1 test chat')
  await lead.getByRole('link', { name: /View/ }).click()
  await expect(page.getByRole('dialog').getByText('Test', { exact: true })).toBeVisible()

  await page.goto('/conversations')
  const tests = rows(page).filter({ has: page.getByText('Test', { exact: true }) })
  await expect(tests).toHaveCount(2)
  await expect(bar(page)).toContainText('2 test chats')
  const row = rows(page).filter({ hasText: 'Tess Tester' })
  await row.click()
  await expect(page.getByRole('heading', { name: 'Tess Tester Test' })).toBeVisible()
  await page.getByRole('button', { name: 'More about this conversation' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete test chat' })).toBeVisible()
  await page.keyboard.press('Escape')
  await deleteAll(page, row)
  await page.goto('/leads')
  await expect(page.getByRole('row', { name: /Tess Tester/ })).toBeHidden()
  await expect(total(page)).toContainText('60')
})
