import type { Page } from '@playwright/test'
import { tokenIn } from '../support/clerk-in-page.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'

/** Adds a lead without the console, like a colleague would. */
async function addElsewhere(page: Page, name: string): Promise<void> {
  const token = await tokenIn(page)
  const answer = await page.request.post(`${TEST_ORIGINS.api}/api/v1/organizations/org_greenacres/leads`, {
    headers: { authorization: `Bearer ${token}`, 'x-organization-id': 'org_greenacres' },
    data: { contact_name: name },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('a new lead is announced on every page, and the list keeps its filter', async ({ page, context }) => {
  await page.goto('/leads?status=lost')
  await expect(page.getByText(/of \d+ leads$/)).toBeVisible()
  const total = await page.getByText(/of \d+ leads$/).textContent()
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // Each tab announces leads once it is connected.
  for (const tab of [page, other]) await tab.locator('.toasts').waitFor({ state: 'attached' })
  const brief = other.getByRole('link', { name: 'New lead: Ada Newcomer' })
  await other.clock.install()
  await other.clock.pauseAt(new Date(Date.now() + 60_000))
  await addElsewhere(page, 'Ada Newcomer')
  await expect(brief).toBeVisible()
  await other.clock.runFor(7_999)
  await expect(brief).toBeVisible()
  await other.clock.runFor(1)
  await expect(brief).toBeHidden()
  await other.clock.resume()

  // Six conversations wait.
  await expect(other).toHaveTitle(/^\(7\) /)
  await expect(page.getByText('1 new lead, hidden by the current filter')).toBeVisible()
  expect(await page.getByText(/of \d+ leads$/).textContent()).toBe(total)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('1-20 of 61 leads')).toBeVisible()

  await addElsewhere(page, 'Bo Newcomer')
  await expect(other).toHaveTitle(/^\(8\) /)
  await other.getByRole('link', { name: 'New lead: Bo Newcomer' }).click()
  await expect(other).toHaveURL(/\/leads$/)
  await expect(other).toHaveTitle(/^\(6\) Leads/)
})

test('a lead added by hand is not announced; the toast offers alerts', async ({ page, context }) => {
  await context.grantPermissions(['notifications'])
  await page.addInitScript(() => {
    const shown: string[] = []
    class Recorded extends EventTarget {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      onclick: (() => void) | null = null
      constructor(title: string) {
        super()
        shown.push(title)
      }
      close() {}
    }
    Object.assign(window, { shown, Notification: Recorded })
  })
  await page.goto('/leads')
  await expect(page.getByText(/of 60 leads$/)).toBeVisible()
  await page.locator('.toasts').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Add lead' }).click()
  const form = page.getByRole('dialog', { name: 'Add lead' })
  await form.getByLabel('Name').fill('Wilma Handmade')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/of 61 leads$/)).toBeVisible()
  await addElsewhere(page, 'Ada Newcomer')
  await expect(page.getByRole('link', { name: 'New lead: Ada Newcomer' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New lead: Wilma Handmade' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Alert me…' }).click()
  const alerts = page.getByRole('dialog', { name: 'Sound and pop-up for new leads' })
  await alerts.getByLabel('Show a system notification').check()
  await alerts.getByLabel('Play a sound').check()
  await page.reload()
  await page.locator('.toasts').waitFor({ state: 'attached' })
  await page.evaluate(() => {
    document.hasFocus = () => false
  })
  await addElsewhere(page, 'Bo Later')
  await page.waitForFunction(
    () => (window as unknown as { shown: string[] }).shown[0] === 'New lead: Bo Later',
  )
})

test.describe('if a chunk cannot be loaded', () => {
  test.use({ expectedErrors: [/Failed to load resource|dynamically imported module|ERR_FAILED|preload/] })

  test('the rest of the page shows it, and Retry loads it', async ({ page, context }) => {
    const part = /_astro\/modal\.[^/]+\.js$/
    await context.route(part, (route) => route.abort())
    await page.goto('/leads')
    await page
      .getByRole('table')
      .getByRole('link', { name: /^View / })
      .first()
      .click()
    const trouble = page.getByRole('alert').filter({ hasText: 'The lead could not be loaded.' })
    await expect(trouble).toBeVisible()
    await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
    await trouble.getByRole('button', { name: 'Close' }).click()
    await expect(trouble).toBeHidden()
    await page
      .getByRole('table')
      .getByRole('link', { name: /^View / })
      .nth(1)
      .click()
    await expect(trouble).toContainText('The console may have been updated.')
    await context.unroute(part)
    await trouble.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('dialog').filter({ has: page.getByRole('tab') })).toBeVisible()
  })
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

  test('changes are queued, can be canceled, and are sent when the network is back', async ({
    page,
    context,
  }) => {
    await page.goto('/leads?status=new')
    const view = page.getByRole('table').getByRole('link', { name: /^View / })
    await expect(page.getByText(/of 23 leads$/)).toBeVisible()
    const names = await view.evaluateAll((links) => links.map((link) => link.ariaLabel?.slice(5) ?? ''))
    // Background parts must load before the network goes down.
    await page.locator('.toasts').waitFor({ state: 'attached' })
    await context.setOffline(true)
    for (const name of names.slice(0, 2)) {
      await page.getByRole('button', { name: `Update ${name}` }).click()
      await page.getByRole('menuitemradio', { name: 'Converted' }).click()
    }
    const bar = page.getByText('2 changes will send when you are back online')
    await expect(bar).toBeVisible()
    await bar.click()
    await page
      .getByRole('listitem')
      .filter({ hasText: `Set ${names[0]} to converted` })
      .getByRole('button')
      .click()
    await expect(page.getByText('1 change will send when you are back online')).toBeVisible()
    await expect(page.getByRole('button', { name: `Update ${names[0]}` })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('1 change will send when you are back online')).toBeHidden({
      timeout: 20_000,
    })
    await page.goto('/leads?status=converted')
    await expect(page.getByRole('link', { name: `View ${names[1]}` })).toBeVisible()
  })
})
