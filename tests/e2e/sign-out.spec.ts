import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { openSettings } from '../support/settings.ts'

/** Everything that this device stores, as text: local and session storage, and every database. */
const deviceText = (page: Page) =>
  page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const asked = database.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => {
          asked.onsuccess = resolve
        })
        found.push(asked.result)
      }
      database.close()
    }
    return JSON.stringify(found)
  })

/** Records the texts of dialogs and answers them. */
function answerDialogs(page: Page, accept: () => boolean = () => true): string[] {
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await (accept() ? dialog.accept() : dialog.dismiss())
  })
  return dialogs
}

const logoutIn = (page: Page) => page.getByRole('button', { name: 'Logout' })

const SECRET = 'https://cal.test/never-saved'

async function typeSettings(page: Page): Promise<void> {
  await openSettings(page)
  await page.getByLabel('Booking Link').fill(SECRET)
  await expect.poll(() => deviceText(page)).toContain(SECRET)
}

test.beforeEach(async ({ reset, signIn }) => {
  test.slow()
  await reset()
  await signIn()
})

test('unsaved settings are named before signing out, and deleted from the device afterwards', async ({
  page,
}) => {
  await typeSettings(page)
  let accept = false
  const dialogs = answerDialogs(page, () => accept)
  await logoutIn(page).click()
  await expect.poll(() => dialogs).toEqual(['Your settings have unsaved changes. Signing out discards them.'])
  await expect(logoutIn(page)).toBeEnabled()
  await expect(page.getByLabel('Booking Link')).toHaveValue(SECRET)

  accept = true
  await logoutIn(page).click()
  await expect(page).toHaveURL(/\/sign-up/)
  expect(dialogs).toHaveLength(2)
  expect(await deviceText(page)).not.toContain(SECRET)
})

test('other tabs follow to the sign-up screen, without the draft, and from an open conversation', async ({
  page,
}) => {
  const other = await page.context().newPage()
  await typeSettings(other)
  const inbox = await page.context().newPage()
  await inbox.goto('/conversations')
  await inbox.locator('main a[href^="/conversations/"]').first().click()
  await expect(inbox).toHaveURL(/\/conversations\/./)
  await page.goto('/leads')
  answerDialogs(page)
  answerDialogs(other)
  await logoutIn(page).click()
  await expect(page).toHaveURL(/\/sign-up/)
  await expect(other).toHaveURL(/\/sign-up/)
  await expect(inbox).toHaveURL(/\/sign-up#.*conversations%2F/)
  expect(await deviceText(other)).not.toContain(SECRET)
})

test('without a network, signing out fails visibly and discards nothing', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED|Clerk|Failed to fetch|network/i)
  await typeSettings(page)
  const dialogs = answerDialogs(page)
  await context.setOffline(true)
  await logoutIn(page).click()
  await expect
    .poll(() => dialogs)
    .toEqual([
      'You are offline and still logged in. Nothing was discarded. Log out again when you are back online.',
    ])
  await expect(logoutIn(page)).toBeEnabled()
  await expect(page.getByLabel('Booking Link')).toHaveValue(SECRET)
  expect(await deviceText(page)).toContain(SECRET)

  await context.setOffline(false)
  await logoutIn(page).click()
  await expect(page).toHaveURL(/\/sign-up/)
})

test('if the sign-in service fails, the user stays signed in with all input', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource|ERR_FAILED|Clerk|Failed to fetch|network/i)
  await typeSettings(page)
  const dialogs = answerDialogs(page)
  await page.route('**/v1/client/sessions?*', (route) => route.abort())
  await logoutIn(page).click()
  await expect
    .poll(() => dialogs.at(-1))
    .toBe(
      'You are still logged in, because the sign-in service did not respond. Please reload the page and try again.',
    )
  expect(await deviceText(page)).toContain(SECRET)
  await page.unroute('**/v1/client/sessions?*')
  await logoutIn(page).click()
  await expect(page).toHaveURL(/\/sign-up/)
  expect(await deviceText(page)).not.toContain(SECRET)
})

test('signing out waits until Clerk has loaded', async ({ page }) => {
  const { promise: ready, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/clerk.browser.js', async (route) => {
    await ready
    await route.continue()
  })
  await page.goto('/leads', { waitUntil: 'commit' })
  // The button is shown before its script has loaded.
  await expect(async () => {
    await logoutIn(page).click({ timeout: 500 })
    await expect(page.getByRole('button', { name: 'Logging out…' })).toBeVisible({ timeout: 500 })
  }).toPass()
  release()
  await expect(page).toHaveURL(/\/sign-up/)
  await page.goto('/leads')
  await expect(page).toHaveURL(/\/sign-up/)
})
