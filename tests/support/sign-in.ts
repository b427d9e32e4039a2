import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** The demo people of the seed, and their one password. */
export const OWNER = 'owner@fieldhand.test'
export const RIVAL = 'rival@fieldhand.test'
export const PASSWORD = 'greener-pastures'

/** Fills in Clerk's own sign-in form, once it is there, and waits for the console behind it. */
export async function fillSignInForm(page: Page, email: string): Promise<void> {
  // The form for signing up, which it may just be taking the place of, has fields of the same names.
  await expect(page.getByRole('heading', { name: 'Sign in to Fieldhand' })).toBeVisible()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/sign-up')
}

/**
 * Signs in with the very request that Clerk's form sends, without drawing the form: the cookies land in the
 * browser context that `request` belongs to.
 */
export async function signInByRequest(request: APIRequestContext, email: string, origin = ''): Promise<void> {
  const answer = await request.post(`${origin}/__clerk/v1/client/sign_ins`, {
    form: { identifier: email, strategy: 'password', password: PASSWORD },
    // A kept connection may just be closing when a long reset comes before.
    maxRetries: 2,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}
