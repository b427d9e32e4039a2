import type { Page } from '@playwright/test'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'

/** Adds a lead past the console, as a colleague would. */
async function addElsewhere(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => (window as { Clerk?: { session?: unknown } }).Clerk?.session)
  const token = await page.evaluate(() => {
    const { Clerk } = window as unknown as { Clerk: { session: { getToken: () => Promise<string> } } }
    return Clerk.session.getToken()
  })
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

test('a new lead is announced on every page, and keeps the filter of the list in force', async ({
  page,
  context,
}) => {
  await page.goto('/leads?status=lost')
  await expect(page.getByText(/of \d+ leads$/)).toBeVisible()
  const total = await page.getByText(/of \d+ leads$/).textContent()
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await addElsewhere(page, 'Ada Newcomer')

  const toast = other.getByRole('link', { name: 'New lead: Ada Newcomer' })
  await expect(toast).toBeVisible()
  await expect(other).toHaveTitle(/^\(1\) /)
  await expect(page.getByText('1 new lead, outside the filter in force')).toBeVisible()
  expect(await page.getByText(/of \d+ leads$/).textContent()).toBe(total)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('1-20 of 61 leads')).toBeVisible()

  await toast.click()
  await expect(other).toHaveURL(/\/leads$/)
  await expect(other).toHaveTitle(/^Leads/)
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

  test('changes wait, can be cancelled, and are sent when it is back', async ({ page, context }) => {
    await page.goto('/leads?status=new')
    const view = page.getByRole('table').getByRole('link', { name: /^View / })
    await expect(page.getByText(/of 23 leads$/)).toBeVisible()
    const names = await view.evaluateAll((links) => links.map((link) => link.ariaLabel?.slice(5) ?? ''))
    // What runs behind the page has to stand before the network goes.
    await page.locator('.new-leads').waitFor({ state: 'attached' })
    await context.setOffline(true)
    for (const name of names.slice(0, 2)) {
      await page.getByRole('button', { name: `Update ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Converted' }).click()
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
