import type { BrowserContext, Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { answerWith } from '../support/organizations.ts'

// What the browser, Clerk, and the console log without a connection.
test.use({
  expectedErrors: [/Failed to load resource|ERR_|Clerk|Failed to fetch|network|Failed to/i],
  serviceWorkers: 'allow',
})

const API = `${TEST_ORIGINS.api}/**`

/** Everything on screen that speaks of a failure. */
const failures = (page: Page) =>
  page.evaluate(() => {
    const notices = [
      ...document.querySelectorAll<HTMLElement>(
        '[data-response-age], [role="alert"], .notice, .failure-panel, .toasts > *',
      ),
    ]
    return notices
      .filter((notice) => notice.checkVisibility())
      .map(({ innerText }) => innerText.replaceAll(/\s+/g, ' '))
      .filter((text) => /offline|reach|connection|fail|could ?n['o]t be loaded/i.test(text))
  })

/** Expects a screen to speak of an outage once. */
async function expectSaidOnce(page: Page, words: RegExp): Promise<void> {
  await expect(page.locator('[data-response-age]')).toHaveText(words, { useInnerText: true })
  // Queries fail for good after their second retry, and toasts appear then.
  await expect(page.locator('.skeleton:visible')).toHaveCount(0)
  expect(await failures(page)).toEqual([expect.stringMatching(words)])
}

/** The number of items in the browser's table of responses. The first one is their owner. */
const storedResponses = () =>
  new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('fieldhand-answers')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const counting = opening.result.transaction('answers').objectStore('answers').count()
      counting.onsuccess = () => resolve(counting.result)
      opening.result.close()
    }
  })

async function screens(page: Page): Promise<string[]> {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  const lead = await page.locator('tr[data-row-key]').first().getAttribute('data-row-key')
  // Responses are stored a moment after they are shown.
  await expect.poll(() => page.evaluate(storedResponses)).toBeGreaterThan(1)
  return ['/', '/leads', `/leads/${lead}`, '/conversations', '/agent', '/integrations']
}

/** Makes the API unreachable until the returned function is called. */
async function takeDown(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route(API, (route) => route.abort('connectionrefused'))
  return () => context.unroute(API)
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('an unreachable API is reported once on every screen, with the age of the data, until it responds', async ({
  page,
  context,
}) => {
  test.slow()
  const all = await screens(page)
  const bringUp = await takeDown(context)
  for (const path of all) {
    await page.goto(path)
    await expectSaidOnce(page, /^Can't reach Fieldhand\. Showing \d+:\d\d [AP]M\.\s?Retry$/)
  }
  expect(await accessibilityProblems(page)).toEqual([])
  await bringUp()
  const notice = page.locator('[data-response-age]')
  await expect(async () => {
    // The screen also retries by itself.
    if (await notice.isVisible()) await notice.getByRole('button').click({ timeout: 2_000 })
    await expect(notice).toBeHidden({ timeout: 2_000 })
  }).toPass()
})

test('without any data, the screen says that there is nothing to show, and recovers by itself', async ({
  page,
  context,
}) => {
  const bringUp = await takeDown(context)
  await page.goto('/leads')
  await expect(page.locator('[data-response-age]')).toContainText(
    "Can't reach Fieldhand. Nothing to show yet.",
  )
  await expect(page.getByRole('main').getByText('Nothing to show yet.').first()).toBeVisible()
  expect(await failures(page)).toHaveLength(1)
  await page.goto('/leads/lead_unknown')
  await expect(page.getByRole('main').getByText('Nothing to show yet.').first()).toBeVisible()
  await expect(page.getByText('Lead Not Found')).toBeHidden()
  await bringUp()
  await expect(page.getByRole('heading', { name: 'Lead Not Found' })).toBeVisible()
  await expect(page.locator('[data-response-age]')).toBeHidden()
})

test('being offline is said at once on the open screen, and ends with the connection', async ({
  page,
  context,
}) => {
  for (const path of ['/', '/organization', '/billing', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[data-switcher] .skeleton')).toHaveCount(0)
    await context.setOffline(true)
    await expect(page.locator('[data-response-age]')).toContainText("You're offline. Showing", {
      timeout: 2_000,
    })
    await context.setOffline(false)
    await expect(page.locator('[data-response-age]')).toBeHidden()
  }
})

test('if one call fails, only its panel says so', async ({ page, context }) => {
  await context.route('**/leads/stats*', answerWith(500, { message: 'Not now' }))
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect(page.getByText("Couldn't load your numbers. Not now")).toBeVisible()
  await expect(page.locator('[data-response-age]')).toBeHidden()
  expect(await failures(page)).toEqual([])
})
