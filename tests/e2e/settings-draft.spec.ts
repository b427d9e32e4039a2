import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Profile } from '../../src/contract/profile.ts'
import { expect, OWNER, TEST_ORIGINS, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { openSettings, readStored, SAVED, saveAndReload, unfoldAll } from '../support/settings.ts'
import { signInByRequest } from '../support/sign-in.ts'

const BACK = 'Your unsaved changes are back.'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('a draft survives closing the page, is offered, and can be discarded and restored', async ({
  page,
  context,
}) => {
  await openSettings(page)
  await page.getByLabel('Phone Number').fill('(614) 555-0123')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible()
  const crashed = page.waitForEvent('crash')
  const devtools = await context.newCDPSession(page)
  devtools.send('Page.crash').catch(() => {})
  await crashed

  const next = await context.newPage()
  await openSettings(next)
  await expect(next.getByText(BACK)).toBeVisible()
  await expect(next.getByLabel('Phone Number')).toHaveValue('(614) 555-0123')
  await next.getByRole('button', { name: 'Discard draft' }).click()
  await expect(next.getByLabel('Phone Number')).not.toHaveValue('(614) 555-0123')
  await next.getByRole('button', { name: 'Undo' }).click()
  await expect(next.getByLabel('Phone Number')).toHaveValue('(614) 555-0123')
})

test('a draft survives a crash of the browser, including its session', async ({ launchOptions }) => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhand-browser-'))
  const start = async () => {
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      baseURL: TEST_ORIGINS.console,
    })
    await signInByRequest(context.request, OWNER)
    const [page = await context.newPage()] = context.pages()
    await openSettings(page)
    return { context, page }
  }
  try {
    const first = await start()
    await first.page.getByLabel('Phone Number').fill('(614) 555-0199')
    await expect.poll(() => draftsOnDisk(first.page)).toContain('(614) 555-0199')
    await endProcess(first.context)

    const second = await start()
    await expect(second.page.getByText(BACK)).toBeVisible()
    await expect(second.page.getByLabel('Phone Number')).toHaveValue('(614) 555-0199')
    await second.context.close()
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('a device without space is reported once, and typed text is still saved', async ({ page }) => {
  await openSettings(page)
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException('The device is full', 'QuotaExceededError')
    }
    Storage.prototype.setItem = refuse
    IDBObjectStore.prototype.put = refuse
  })
  await page.getByLabel('Agent Name').fill('Olive')
  const warning = page.getByText('This device could not store your unsaved changes.')
  await expect(warning).toBeVisible()
  await page.getByLabel('Phone Number').fill('(614) 555-0144')
  await expect(page.getByLabel('Agent Name')).toHaveValue('Olive')
  await expect(warning).toHaveCount(1)
  await saveAndReload(page)
  expect(await readStored<Profile>(page, GREEN, 'profile')).toMatchObject({
    agent_name: 'Olive',
    phone: '(614) 555-0144',
  })
})

test('leaving with unsaved changes asks first, by link and by Back; staying keeps everything', async ({
  page,
}) => {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Agent' }).click()
  await unfoldAll(page)
  await page.getByLabel('Agent Name').fill('Olive')
  const dialog = page.getByRole('dialog', { name: 'Leave with unsaved changes?' })

  await menu.getByRole('link', { name: 'Integrations' }).click()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toBeHidden()
  await expect(menu.getByRole('link', { name: 'Integrations' })).toBeFocused()
  await expect(page).toHaveURL(/\/agent$/)

  await page.goBack()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/\/agent$/)
  await expect(page.getByLabel('Agent Name')).toHaveValue('Olive')

  await page.goBack()
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/leads$/)
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()

  await page.goForward()
  await expect(page).toHaveURL(/\/agent$/)
  await expect(page.getByLabel('Agent Name')).toHaveValue('Olive')
  await menu.getByRole('link', { name: 'Billing' }).click()
  await dialog.getByRole('button', { name: 'Save and leave' }).click()
  await expect(page).toHaveURL(/\/billing$/)
  expect((await readStored<Profile>(page, GREEN, 'profile')).agent_name).toBe('Olive')
})

test('a save refreshes the live widget with its SDK; without one, the page reloads', async ({ page }) => {
  await openSettings(page)
  await page.evaluate(() => {
    const page = window as unknown as { fieldhand?: object; refreshed: number }
    page.refreshed = 0
    page.fieldhand = { refresh: () => page.refreshed++ }
  })
  const refreshed = () => page.evaluate(() => (window as unknown as { refreshed?: number }).refreshed)
  await page.getByLabel('Agent Name').fill('Olive')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(refreshed).toBe(1)

  await page.evaluate(() => {
    const page = window as unknown as { fieldhand?: { refresh(): void } }
    page.fieldhand = { refresh: () => Promise.reject(new Error('The widget is away')) }
  })
  await page.getByLabel('Agent Name').fill('Olivia')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(SAVED).last()).toBeVisible()
  await reloaded
  await expect(page.getByLabel('Agent Name')).toHaveValue('Olivia')
  expect(await refreshed()).toBeUndefined()
})

/** Everything that the console stores on this device, as text. */
function draftsOnDisk(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((done, fail) => {
        const opening = indexedDB.open('fieldhand-drafts')
        opening.onerror = () => fail(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          if (!database.objectStoreNames.contains('items')) return done('')
          const reading = database.transaction('items').objectStore('items').getAll()
          reading.onsuccess = () => {
            database.close()
            done(reading.result.join())
          }
        }
      }),
  )
}

/** Kills the browser like the operating system would. */
async function endProcess(context: BrowserContext): Promise<void> {
  const devtools = await context.browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {}
  const browser = processInfo.find(({ type }) => type === 'browser')
  if (!browser) throw new Error('The browser does not say which process it is')
  const closed = context.waitForEvent('close')
  process.kill(browser.id, 'SIGKILL')
  await closed
}
