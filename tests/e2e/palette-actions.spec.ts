import type { Page } from '@playwright/test'
import { expect, RIVAL, test } from '../support/e2e.ts'
import { GREEN, selectOrganization } from '../support/organizations.ts'
import { choose, chosenOption, openPalette, palette } from '../support/palette.ts'
import { unfoldAll } from '../support/settings.ts'
import { signInByRequest } from '../support/sign-in.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

const day = (page: Page, name: string) => page.getByLabel(`${name} opens`)

test('the business hours are found by day and by what people call them, in folded sections', async ({
  page,
}) => {
  await page.goto('/leads')
  await choose(page, 'friday', 'Friday')
  await expect(page).toHaveURL('/agent#business_hours-friday')
  await expect(day(page, 'Friday')).toBeFocused()
  await expect(day(page, 'Friday')).toBeInViewport()

  await choose(page, 'sunday', 'Sunday')
  await expect(page.getByRole('switch', { name: 'Sunday open' })).toBeFocused()

  await unfoldAll(page)
  await page.getByRole('button', { name: 'Collapse all' }).click()
  await expect(day(page, 'Monday')).toBeHidden()
  await choose(page, 'hours', 'Hours')
  await expect(page.getByRole('switch', { name: 'Monday open' })).toBeFocused()
  await expect(day(page, 'Monday')).toBeVisible()
  for (const query of ['business hours', 'opening', 'friday hours']) {
    await openPalette(page, query)
    await expect(chosenOption(page)).toContainText(/hours|friday/i)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
  }
  await page.locator('main').focus()
  await choose(page, 'change', 'Change business hours')
  await expect(page.getByRole('switch', { name: 'Monday open' })).toBeFocused()
})

test('finds notifications and billing by what they contain', async ({ page }) => {
  await page.goto('/leads')
  for (const [query, label] of [
    ['quiet hours', 'Notifications'],
    ['invoice', 'Billing'],
  ] as const) {
    await openPalette(page, query)
    await expect(chosenOption(page)).toContainText(label)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
  }
})

test('adds an FAQ from any screen, once, with the focus in its question', async ({ page }) => {
  await page.goto('/billing')
  await choose(page, 'faq', 'Add an FAQ')
  const question = page.getByRole('textbox', { name: 'Question 1', exact: true })
  await expect(question).toBeFocused()
  await page.keyboard.type('Do you plow driveways?')
  await expect(question).toHaveValue('Do you plow driveways?')
  const entries = page.getByRole('list', { name: 'Frequently asked questions' }).getByRole('listitem')
  const count = await entries.count()

  // A link adds nothing again.
  await expect(page).toHaveURL('/agent#faqs')
  await choose(page, 'add an faq', 'Add an FAQ')
  await expect(entries).toHaveCount(count + 1)
  await expect(question).toBeFocused()
  await expect(question).toHaveValue('')
  await page.keyboard.type('Do you remove stumps?')
  await expect(question).toHaveValue('Do you remove stumps?')
})

test('opens the form that invites a colleague, for admins', async ({ page, visitor }) => {
  test.slow()
  await page.goto('/leads')
  await choose(page, 'invite', 'Invite a colleague')
  const emails = page.locator('.cl-organizationProfile-root').getByRole('textbox')
  await expect(emails).toBeFocused()
  await expect(page).toHaveURL('/organization#/organization-members')
  await page.keyboard.type(`${RIVAL} `)
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await expect(page.getByText('Invitations successfully sent')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Invite' })).toBeVisible()
  await expect(emails).toBeHidden()

  const { request } = visitor.context()
  const origin = new URL(page.url()).origin
  await signInByRequest(request, RIVAL, origin)
  const answer = await request.get(`${origin}/__clerk/v1/me/organization_invitations`)
  const [invitation] = (await answer.json()).response.data
  await request.post(`${origin}/__clerk/v1/me/organization_invitations/${invitation.id}/accept`)
  await visitor.goto(`${origin}/leads`)
  await selectOrganization(visitor, GREEN)
  await openPalette(visitor, 'dark')
  await expect(chosenOption(visitor)).toContainText('Dark theme')
  await visitor.keyboard.press('Control+a')
  await visitor.keyboard.type('invite')
  await expect(visitor.getByText('No matches for “invite”.')).toBeVisible()
})
