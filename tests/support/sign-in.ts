import type { Page } from '@playwright/test'

/** The demo people of the seed, and their one password. */
export const OWNER = 'owner@fieldhand.test'
export const RIVAL = 'rival@fieldhand.test'
export const PASSWORD = 'greener-pastures'

/** Fills in Clerk's own sign-in form as a demo user, and waits for the console behind it. */
export async function signInThroughForm(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up?mode=sign-in')
  await page.getByLabel('Email address').fill(email)
  const password = page.getByLabel('Password', { exact: true })
  const proceed = page.getByRole('button', { name: 'Continue', exact: true })
  if (!(await password.isVisible())) await proceed.click()
  await password.fill(PASSWORD)
  await proceed.click()
  await page.waitForURL(({ pathname }) => pathname !== '/sign-up')
}
