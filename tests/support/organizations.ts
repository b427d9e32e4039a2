import type { Page, Route } from '@playwright/test'
import { loadClerkIn } from './clerk-in-page.ts'

export const GREEN = 'org_greenacres'
export const FRESH = 'org_freshcut'

interface Clerk {
  setActive(choice: { organization: string | null }): Promise<void>
}

/** Selects an organization of the signed-in user, or none, like the switcher. The page must be open. */
export async function selectOrganization(page: Page, organization: string | null): Promise<void> {
  await loadClerkIn(page)
  await page.evaluate(
    (id) => (window as unknown as { Clerk: Clerk }).Clerk.setActive({ organization: id }),
    organization,
  )
}

/** Responds instead of the API in a way that the browser accepts from another origin. */
export function answerWith(status: number, json: unknown) {
  return (route: Route) => route.fulfill({ status, json, headers: { 'access-control-allow-origin': '*' } })
}

/** Changes the API's response to a call. */
export function changeAnswer(change: (json: Record<string, unknown>) => Record<string, unknown>) {
  return async (route: Route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Record<string, unknown>) })
  }
}

/** Returns the cumulative layout shift of the page since it was loaded. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & {
              value: number
              hadRecentInput: boolean
            }
            if (!hadRecentInput) sum += value
          }
          done(sum)
        }).observe({ type: 'layout-shift', buffered: true })
        // The observer isn't called if nothing has shifted.
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)))
      }),
  )
}
