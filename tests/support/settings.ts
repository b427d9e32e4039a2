import { expect, type Page } from '@playwright/test'
import { TEST_ORIGINS } from '../../scripts/lib/test-console.ts'
import { tokenIn } from './clerk-in-page.ts'

/** The message in section 8. */
export const SAVED = 'Settings saved successfully! Widget will refresh to apply changes'

/** Opens the Settings screen and expands all its sections, which the device remembers. */
export async function openSettings(page: Page, hash = ''): Promise<void> {
  await page.goto(`/agent${hash}`)
  await unfoldAll(page)
}

/** Expands all sections of the Settings screen. */
export async function unfoldAll(page: Page): Promise<void> {
  const all = page.getByRole('button', { name: /^(Expand|Collapse) all$/ })
  await expect(all).toBeVisible()
  if ((await all.textContent()) === 'Expand all') await all.click()
  await expect(page.getByLabel('Business Name')).toBeVisible()
}

/** Opens a question for editing. */
export async function openQuestion(page: Page, place: number): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Edit Question ${place}:`) }).click()
}

/** Adds days off by typing the first and last day. */
export async function addDaysOff(page: Page, first: string, last: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Days Off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Days off', exact: true })
  await dialog.getByLabel('From', { exact: true }).fill(first)
  const to = dialog.getByLabel('To', { exact: true })
  await to.fill(last)
  await to.press('Enter')
  await expect(dialog).toBeHidden()
}

/** Saves and waits for the reload that follows when the page has no widget to refresh. */
export async function saveAndReload(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  // `waitFor` polls at intervals of at most 500 ms; `expect` can wait 1 s, the minimum time that the toast is visible.
  await page.getByText(SAVED).waitFor()
  await reloaded
  await expect(page.getByLabel('Business Name')).toBeVisible()
}

async function authorized(page: Page, organizationId: string, resource: string) {
  const token = await tokenIn(page)
  const address = `${TEST_ORIGINS.api}/api/v1/organizations/${organizationId}/${resource}`
  return { address, headers: { authorization: `Bearer ${token}` } }
}

/** Returns the API's response for the page's user. */
export async function readStored<Body>(page: Page, organizationId: string, resource: string): Promise<Body> {
  const { address, headers } = await authorized(page, organizationId, resource)
  const answer = await page.request.get(address, { headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Body
}

/** Stores data without using the page, as another person would. The page must be open. */
export async function storeElsewhere(
  page: Page,
  organizationId: string,
  resource: string,
  body: unknown,
  method: 'PUT' | 'POST' = 'PUT',
): Promise<void> {
  const { address, headers } = await authorized(page, organizationId, resource)
  const answer = await page.request.fetch(address, { method, headers, data: body })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const PARTS = ['profile', 'faqs', 'qualification-questions']

/** Records what a page saves from now on by the last part of the path. */
export function savedParts(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const part = new URL(request.url()).pathname.split('/').at(-1) ?? ''
    if (request.method() === 'PUT' && PARTS.includes(part)) sent.push(part)
  })
  return sent
}
