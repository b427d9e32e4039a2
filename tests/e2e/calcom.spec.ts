import type { Page } from '@playwright/test'
import { quickReplies, sayWhat, sayWho } from '../support/chat.ts'
import { searchAndPick } from '../support/choices.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'

test.use({ expectedErrors: [/409/] })
test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

const card = (page: Page) =>
  page.getByRole('list', { name: 'Integrations' }).getByRole('listitem').filter({ hasText: 'Cal.com' })

async function connect(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Cal.com' })
  await page.goto('/integrations?category=calendar')
  await card(page).getByRole('button', { name: 'Connect' }).click()
  await dialog.getByLabel('API key').fill('cal_live_greenacres')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Connect Cal.com' }).click()
  await expect(dialog).toContainText('owner@fieldhand.test')
}

test('a call that is canceled in Cal.com is shown as canceled in the open chat of its visitor', async ({
  page,
  visitor,
}) => {
  await connect(page)
  await visitor.goto(`${TEST_ORIGINS.widget}/chat.html?org_id=org_greenacres`)
  await sayWho(visitor, 'Jane Doe')
  await sayWhat(visitor)
  await quickReplies(visitor).first().click()
  const call = visitor.getByRole('region', { name: 'Your estimate call' })
  await expect(call).toContainText('Estimate call booked')

  await page.goto(`${TEST_ORIGINS.api}/__local/calcom`)
  await page.getByRole('row').filter({ hasText: 'Jane Doe' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(call).toContainText('Canceled by Green Acres Lawn & Landscape: ')
})

test('Cal.com is connected by an API key, books as another event type, and is disconnected', async ({
  page,
}) => {
  await page.goto('/integrations?category=calendar')
  await expect(card(page)).toContainText('Available')
  await card(page).getByRole('button', { name: 'Connect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cal.com' })
  const key = dialog.getByLabel('API key')
  await key.fill('cal_live_wrong')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Cal.com does not accept this API key')
  await key.fill('cal_live_greenacres')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Event type' })).toHaveValue('101')
  await dialog.getByRole('button', { name: 'Connect Cal.com' }).click()
  await expect(dialog).toContainText('owner@fieldhand.test')
  await expect(dialog).toContainText('Estimate call (30 minutes)')
  const change = dialog.getByRole('button', { name: 'Change event type' })
  const types = dialog.getByRole('combobox', { name: 'Event type' })
  await change.press('Enter')
  await expect(types).toBeFocused()
  await types.press('Escape')
  await expect(change).toBeFocused()
  await change.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(change).toBeFocused()
  await change.click()
  await searchAndPick(types, 'site visit')
  await expect(dialog.getByRole('definition').filter({ hasText: 'Site visit (60 minutes)' })).toBeVisible()
  await expect(change).toBeFocused()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(card(page)).toContainText('Connected')

  await card(page).getByRole('button', { name: 'Manage' }).click()
  await dialog.getByRole('button', { name: 'Disconnect Cal.com…' }).click()
  await expect(dialog).toContainText('Calls that are booked in Cal.com stay there')
  await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(key).toBeVisible()
})
