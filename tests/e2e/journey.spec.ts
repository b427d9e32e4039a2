import type { Page } from '@playwright/test'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'

/** Chats as a visitor of the organization's website, one answer after another. */
async function chat(visitor: Page, organizationId: string, messages: string[]): Promise<void> {
  await visitor.goto(`${TEST_ORIGINS.widget}/preview.html?org_id=${organizationId}`)
  const widget = visitor.frameLocator('iframe')
  const field = widget.getByRole('textbox', { name: 'Your message' })
  const sent = widget.getByRole('listitem').filter({ has: visitor.getByRole('time') })
  await expect(sent).toHaveCount(1)
  for (const [index, message] of messages.entries()) {
    await field.fill(message)
    await field.press('Enter')
    // The greeting, then a message and its answer each time.
    await expect(sent).toHaveCount(3 + 2 * index)
  }
}

test("from sign-up to a visitor's lead", async ({ page, visitor, reset }) => {
  test.slow()
  await reset()

  await page.goto('/')
  await page.getByLabel('Email address').fill('zoe@tulip-lawns.test')
  await page.getByLabel('Password', { exact: true }).fill('a-lawn-of-one-s-own')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()

  await expect(page.getByText('Welcome, create an organization to get started')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Leads' })).toBeDisabled()
  await expect(menu.getByRole('link', { name: 'Billing (Select Org)' })).toBeDisabled()

  await page.getByRole('button', { name: 'Open organization switcher' }).click()
  await page.getByRole('button', { name: 'Create organization' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Tulip & Sons Lawn Care')
  const created = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && /\/v1\/organizations\?/.test(answer.url()),
  )
  await form.getByRole('button', { name: 'Create organization' }).click()
  const { response } = (await (await created).json()) as { response: { id: string } }
  await form.getByRole('button', { name: 'Skip' }).click()
  const onboarding = page.getByRole('dialog', { name: 'Business Information' })
  await onboarding.getByRole('button', { name: 'Close' }).click()
  await expect(onboarding).toBeHidden()

  await expect(page.getByText('Tulip & Sons Lawn Care').first()).toBeVisible()
  await menu.getByRole('link', { name: 'Leads' }).click()
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible()
  await expect(page.getByText('No leads yet')).toBeVisible()

  await chat(visitor, response.id, [
    'Hello, my hedge needs <b>trimming</b> 🌳',
    'Ada Hedgerow',
    '(614) 555-0177',
    '12 Elm Street, Columbus, OH 43004',
  ])

  await page.reload()
  const lead = page.getByRole('row').filter({ hasText: 'Hedgerow' })
  await expect(lead).toContainText('New')
  await expect(lead).toContainText('Just now')
  await expect(page.getByText(/^1-1 of 1 leads?$/)).toBeVisible()
})
