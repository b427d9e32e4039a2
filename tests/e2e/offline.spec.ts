import type { Page } from '@playwright/test'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { withNewVersion } from '../support/new-version.ts'

test.use({ serviceWorkers: 'allow' })

/** The keys of the answers on this device: the owner's, which is empty, and the queries. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('fieldhand-answers')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const names = [...database.objectStoreNames]
          if (names.length === 0) {
            database.close()
            resolve([])
            return
          }
          const transaction = database.transaction(names, 'readonly')
          const keys = transaction.objectStore('answers').getAllKeys()
          transaction.oncomplete = () => {
            database.close()
            resolve(keys.result.map(String))
          }
        }
      }),
  )

const installed = (page: Page) =>
  page.evaluate(async () => {
    // The console does so after five seconds.
    await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
    const names = await caches.keys()
    const files = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).length),
    )
    return files.reduce((sum, count) => sum + count, 0)
  })

/** What the browser and Clerk log without a connection. */
const OFFLINE = /Failed to load resource|ERR_INTERNET_DISCONNECTED|Clerk|Failed to fetch|network/i

/** The list has loaded, and so has everything that an offline visit needs. */
async function visitLeads(page: Page): Promise<void> {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect.poll(() => kept(page).then((keys) => keys.join())).toContain('"leads"')
  await expect.poll(() => installed(page)).toBeGreaterThan(50)
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('the browser takes the files of a later visit from the cache without the service worker', async ({
  page,
}) => {
  await visitLeads(page)
  await page.goto('/')
  await expect(page.getByText('Total Leads')).toBeVisible()
  const sources = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.startsWith('/_astro/'))
      .map((entry) => (entry as { workerFinalSourceType?: string }).workerFinalSourceType),
  )
  expect(sources.length).toBeGreaterThan(10)
  expect(new Set(sources)).toEqual(new Set(['cache']))
})

test('leads can be read and changed offline, with their age and counts, and the change is sent later', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(OFFLINE)
  await visitLeads(page)
  const row = page.locator('tr[data-row-key]').first()
  const name = (await row.getByRole('link', { name: /^View / }).getAttribute('aria-label')) ?? ''
  const id = await row.getAttribute('data-row-key')
  const count = (title: string) =>
    page
      .locator('.stat')
      .filter({ has: page.getByText(title, { exact: true }) })
      .getByRole('definition')
  const before = async (title: string) => Number(await count(title).textContent())
  const [fresh, converted] = [await before('New'), await before('Converted')]

  await context.setOffline(true)
  await page.goto('/leads?status=new')
  await expect(page.getByRole('status').filter({ hasText: "You're offline." })).toContainText('Showing')
  await expect(row).toBeVisible()
  await page.goto('/leads')
  await expect(row.getByRole('link', { name })).toBeVisible()

  await row.getByRole('button', { name: /^Update / }).click()
  await page.getByRole('menuitemradio', { name: 'Converted' }).filter({ visible: true }).click()
  await expect(page.getByText('Lead status updated to converted')).toBeVisible()
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload()
    await expect(row).toContainText('Converted')
    await expect(count('New')).toHaveText(String(fresh - 1))
    await expect(count('Converted')).toHaveText(String(converted + 1))
  }

  // The page that is left can send the change too. The new page then gets a conflict, and sends it again.
  const accepted = page.waitForResponse(
    (answer) =>
      answer.url().includes(`/leads/${id}/status`) && answer.request().method() === 'PUT' && answer.ok(),
  )
  await context.setOffline(false)
  await page.goto('/leads')
  await accepted
  await expect(row).toContainText('Converted')
})

test('offline, a conversation opens, and settings, organization, and billing say what has not loaded', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(OFFLINE)
  await visitLeads(page)
  await page.goto('/conversations')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/conversations\/conv_/)
  const thread = page.getByRole('region', { name: 'Messages' })
  await expect(thread).toContainText('Emily')
  await expect.poll(() => kept(page).then((keys) => keys.join())).toContain('"thread"')
  await page.goto('/agent')
  const questions = page.locator('#section-faqs summary')
  await expect(questions).toContainText('questions')
  await expect.poll(() => kept(page).then((keys) => keys.join())).toContain('"profile"')

  await context.setOffline(true)
  await page.goBack()
  await page.reload()
  await expect(thread).toContainText('Emily')
  await page.goto('/organization')
  await expect(page.getByText("The organization's profile has not loaded yet")).toBeVisible()
  await page.goto('/billing')
  await expect(page.getByText('The plans have not loaded yet')).toBeVisible()
  await page.goto('/agent')
  await expect(page.getByText("You're offline. Showing")).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText("You're offline")).toBeHidden()
  await expect(questions).toContainText('questions')
})

test('offline, the sign-up screen says what it needs, and it recovers', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(OFFLINE)
  await visitLeads(page)
  await context.clearCookies()
  await context.setOffline(true)
  await page.goto('/sign-up')
  await expect(page.getByRole('alert')).toContainText('Please check your connection.')
  await expect(page.getByText('Loading the form')).toBeHidden()
  await context.setOffline(false)
  await expect(page.locator('.sign-up-form form')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test.describe('while Clerk cannot be reached', () => {
  test.use({ serviceWorkers: 'block' })

  test('a device without a valid token shows what it has', async ({ page, context, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource|Clerk|Failed to fetch|network/i)
    await page.goto('/leads')
    await expect.poll(() => kept(page).then((keys) => keys.join())).toContain('"leads"')
    const cut = /\/(__clerk\/v1|api\/v1)\//
    await context.route(cut, (route) => route.abort('connectionrefused'))
    await context.clearCookies({ name: /^__session/ })
    await page.reload()
    await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => (window as { Clerk?: { status: string } }).Clerk?.status))
      .toBe('degraded')
    await page.goto('/leads?status=new')
    await expect(page.getByText(/of \d+ leads$/)).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => (window as { Clerk?: { status: string } }).Clerk?.status))
      .toBe('degraded')
    expect(new URL(page.url()).pathname).toBe('/leads')

    await context.unroute(cut)
    await page.reload()
    await expect(page.getByText(/of \d+ leads$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Update' }).first()).toBeEnabled()
  })
})

test('stored data is deleted on sign-out and not shown to the next user', async ({ page }) => {
  await visitLeads(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/sign-up**')
  await expect.poll(() => kept(page)).toEqual([])
})

/** Sends requests to URLs without a pause for half a second. */
const sendWithoutPause = (page: Page, ...urls: string[]) =>
  page.evaluate((targets) => {
    const send = () => {
      for (const target of targets) void fetch(target, { method: 'HEAD', mode: 'no-cors' })
    }
    const sending = setInterval(send, 3)
    setTimeout(() => clearInterval(sending), 500)
  }, urls)

test('a newer version waits until the user accepts it, although the page and its version have requests', async ({
  page,
}) => {
  await visitLeads(page)
  await withNewVersion(async () => {
    await page.reload()
    await expect(page.getByText('A new version of Fieldhand is ready.')).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isOld: true }))
    await sendWithoutPause(page, `${TEST_ORIGINS.api}/healthz`, '/sw.js')
    await page.getByRole('button', { name: 'Update now' }).click()
    await page.waitForFunction(() => !('isOld' in window))
    await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
    await expect(page.getByText('A new version of Fieldhand is ready.')).toBeHidden()
  })
})
