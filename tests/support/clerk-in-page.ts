import type { Page } from '@playwright/test'

interface Clerk {
  loaded: boolean
  session: { getToken(): Promise<string> } | null
}

/** Waits until Clerk has loaded in the page, which loads it only on demand. */
export async function loadClerkIn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    window.loadSession?.()
    return (window as unknown as { Clerk?: Clerk }).Clerk?.loaded
  })
}

/** Returns a token of the page's session. */
export async function tokenIn(page: Page): Promise<string> {
  await loadClerkIn(page)
  return page.evaluate(async () => {
    const { session } = (window as unknown as { Clerk: Clerk }).Clerk
    if (!session) throw new Error('Nobody is signed in')
    return session.getToken()
  })
}
