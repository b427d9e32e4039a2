import { expect, OWNER, test } from '../support/e2e.ts'

test.use({ expectedErrors: [/status of 422/] })

test("Clerk's form shows the same error for a wrong password and an unknown account", async ({ page }) => {
  for (const email of [OWNER, 'nobody@example.com']) {
    await page.goto('/sign-up?mode=sign-in')
    await expect(page.getByRole('heading', { name: 'Sign in to Fieldhand' })).toBeVisible()
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByTestId('form-feedback-error')).toHaveText(
      'Email address or password is incorrect. Please try again.',
    )
  }
})

test("Clerk's form refuses a common password at sign-up", async ({ page }) => {
  await page.goto('/sign-up?mode=sign-up')
  await page.getByLabel('Email address').fill('common@example.com')
  await page.getByLabel('Password', { exact: true }).fill('12345678')
  // A click can come before Clerk's form listens.
  await expect(async () => {
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByTestId('form-feedback-error')).toContainText('found as part of a breach', {
      timeout: 3_000,
    })
  }).toPass()
})
