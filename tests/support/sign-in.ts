import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** The demo users of the seed, and their password. */
export const OWNER = 'owner@fieldhand.test'
export const RIVAL = 'rival@fieldhand.test'
export const PASSWORD = 'greener-pastures'

/** Fills in Clerk's sign-in form when it appears, and waits for the console. */
export async function fillSignInForm(page: Page, email: string): Promise<void> {
  // The sign-up form, which the sign-in form may be replacing, has fields with the same names.
  await expect(page.getByRole('heading', { name: 'Sign in to Fieldhand' })).toBeVisible()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/sign-up')
}

/**
 * Signs in with the same request as Clerk's form without rendering the form. The cookies are set in the browser context
 * of `request`.
 */
export async function signInByRequest(request: APIRequestContext, email: string, origin = ''): Promise<void> {
  const answer = await request.post(`${origin}/__clerk/v1/client/sign_ins`, {
    form: { identifier: email, strategy: 'password', password: PASSWORD },
    // A keep-alive connection may be closing after a long reset.
    maxRetries: 2,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}
