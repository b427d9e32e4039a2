import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { takeScreenshots } from '../support/screenshots.ts'

const WEBSITE = `${TEST_ORIGINS.api}/__local/website/`

/** Signs up with Clerk's form, and sets up the business behind the button. */
async function startSetup(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a-lawn-of-one-s-own')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: 'Welcome, create an organization to get started' }),
  ).toBeVisible()
  await takeScreenshots(page, 'setup-welcome')
  // A double click creates one organization.
  await page.getByRole('button', { name: 'Set up my business' }).dblclick()
}

const question = (page: Page) => page.getByLabel('What’s your website or phone number?')
const proceed = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

test.beforeEach(({ reset }) => reset())

test("from sign-up to a chat at 9 PM with the website's data", async ({ page }) => {
  test.slow()
  await startSetup(page, 'zoe@maple-row.test')
  await expect(question(page)).toBeFocused()
  await takeScreenshots(page, 'setup-question')
  expect(await accessibilityProblems(page)).toEqual([])
  await question(page).fill(WEBSITE)
  await question(page).press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Business Information' })
  await test.step('what the website says can be corrected in place', async () => {
    await expect(dialog.getByLabel('Business name')).toHaveValue('Maple Row Lawn & Landscape')
    await expect(dialog.getByLabel('Phone')).toHaveValue('(614) 555-0142')
    await expect(dialog.getByRole('checkbox', { name: 'Lawn Mowing' })).toBeChecked()
    await expect(dialog.getByText('Mon–Fri 7:30–5:30, Sat 8–1')).toBeVisible()
    await takeScreenshots(page, 'setup-review')
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByLabel('Business name').fill('Maple Row')
    await dialog.getByRole('checkbox', { name: 'Powell' }).uncheck()
    await page.reload()
    await expect(dialog.getByLabel('Business name')).toHaveValue('Maple Row')
    await expect(dialog.getByRole('checkbox', { name: 'Powell' })).not.toBeChecked()
    await page.getByRole('button', { name: 'Looks right' }).click()
  })

  await test.step('the three steps are confirmations', async () => {
    await expect(dialog).toContainText('Step 1 of 3')
    await expect(dialog.getByText('Columbus, Dublin, Hilliard')).toBeVisible()
    await takeScreenshots(page, 'setup-confirm')
    await proceed(page).click()
    const second = page.getByRole('dialog', { name: 'Services & Agent Identity' })
    await expect(second.getByText('Robin')).toBeVisible()
    await proceed(page).click()
    await page.getByRole('button', { name: 'Complete Setup' }).click()
    await expect(page.getByText('Onboarding completed! Redirecting to your agent...')).toBeVisible()
    await expect(page).toHaveURL('/playground')
  })

  const first = page.getByRole('region', { name: 'A customer writes at 9 PM' })
  await test.step('an answer becomes an FAQ', async () => {
    await expect(first.getByText('Hi, do you do mulch? I need about 3 yards.')).toBeVisible()
    await takeScreenshots(page, 'setup-first-chat')
    expect(await accessibilityProblems(page)).toEqual([])
    await first
      .getByRole('button', { name: /^Correct:/ })
      .first()
      .click()
    await first
      .getByLabel('your agent says')
      .fill('Yes, brown and black hardwood mulch, delivered and spread.')
    await first.getByRole('button', { name: 'Save as FAQ' }).click()
    await expect(first.getByText('Saved. This is what Robin says now.')).toBeVisible()
    await expect(first.getByRole('listitem').filter({ hasText: 'brown and black hardwood' })).toBeVisible()
  })

  await test.step("a test lead reaches the owner's own phone", async () => {
    const texts = page.getByRole('region', { name: 'Get a text when a customer writes' })
    // Each number gets a few codes a day.
    const digits = `614555${String(Date.now()).slice(-4)}`
    await texts.getByLabel('Your mobile number').fill(digits)
    await texts.getByRole('button', { name: 'Text me new leads' }).click()
    await expect(texts.getByText(/The code was sent/)).toBeVisible()
    const inbox = async () =>
      (await page.request.get(`${TEST_ORIGINS.api}/__local/sms.json?to=%2B1${digits}`)).text()
    const sent = /\d{4} \d{4}/.exec(await inbox())?.[0] ?? ''
    await texts.getByLabel(/^Code/).fill(sent)
    await texts.getByRole('button', { name: /^Confirm/ }).click()
    await texts.getByRole('button', { name: /^Text me a test lead/ }).click()
    await expect(texts.getByText(/Sent|Delivered/)).toBeVisible()
    expect(await inbox()).toContain('A new lead looks like this: Jane Doe')
  })

  await test.step('the setup is complete', async () => {
    await first.getByRole('button', { name: 'Try it yourself' }).click()
    await expect(first).toBeHidden()
    await expect(page.getByTitle('Widget preview')).toBeVisible()
    await page.goto('/agent#escalation_email')
    await expect(page.getByLabel('Escalation Email').first()).toHaveValue('zoe@maple-row.test')
    await expect(page.getByText('Auto-populated with your account email')).toBeHidden()
    await expect(page.getByText('Maple Row', { exact: true }).first()).toBeVisible()
  })
})

test('a website that cannot be read says why, and setup goes on without it', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/400 \(Bad Request\)/)
  await startSetup(page, 'zoe@maple-row.test')
  await question(page).fill('Maple Row')
  await proceed(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a website' })).toBeVisible()
  await question(page).fill('no-such-site.invalid')
  await proceed(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'no-such-site.invalid' })).toContainText(
    'go on without it',
  )
  await takeScreenshots(page, 'setup-unreadable')
  await page.getByRole('button', { name: 'Go on without my website' }).click()
  await expect(page.getByLabel('Business name')).toHaveValue('')
  await expect(page.getByLabel('Business address')).toBeVisible()
})

test('a phone number is saved, and the steps are as they are', async ({ page }) => {
  await startSetup(page, 'zoe@maple-row.test')
  await question(page).fill('(614) 555-0142')
  await proceed(page).click()
  await expect(page.getByLabel('Business name')).toHaveValue('')
  await page.goto('/agent')
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('(614) 555-0142')
})
