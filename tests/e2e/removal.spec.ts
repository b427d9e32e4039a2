import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { chooseMore } from '../support/more-menu.ts'
import { answerWith, FRESH, GREEN, selectOrganization } from '../support/organizations.ts'

/** Longer than the undo time of a removal. */
const UNDO_TIME_AND_MORE = 9_000

const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('tab') })
const rowOf = (page: Page, id: string) => page.locator(`tr[data-row-key="${id}"]`)
const deleted = (page: Page) => page.getByText(/ deleted/)
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

test.beforeEach(async ({ page, reset, signIn }) => {
  await reset()
  await signIn()
  // Tests control when the undo time passes, on any machine.
  await page.clock.setFixedTime(new Date())
})

/** Ends the undo time and lets the outbox check its changes. */
async function passUndoTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.setFixedTime(now + UNDO_TIME_AND_MORE)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

/** The paths of all removals that the pages send. */
function removalsOf(context: BrowserContext): string[] {
  const paths: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'DELETE') paths.push(new URL(request.url()).pathname)
  })
  return paths
}

const removalPath = (id: string) => `/api/v1/organizations/${GREEN}/leads/${id}`

async function openList(page: Page): Promise<void> {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
}

/** Deletes the first lead of the list in its dialog. Returns its id. */
async function deleteFirst(page: Page): Promise<string> {
  const row = page.locator('tr[data-row-key]').first()
  const id = (await row.getAttribute('data-row-key')) ?? ''
  await row.getByRole('link', { name: /^View / }).click()
  await chooseMore(dialog(page), 'Delete')
  await expect(deleted(page)).toBeVisible()
  await expect(rowOf(page, id)).toHaveCount(0)
  return id
}

test('after a reload within the undo time, a removal is undone, or sent once', async ({ page, context }) => {
  const removals = removalsOf(context)
  await openList(page)
  const kept = await deleteFirst(page)
  await page.reload()
  await expect(page.getByText('1-20 of 59 leads')).toBeVisible()
  await expect(rowOf(page, kept)).toHaveCount(0)
  await undo(page).click()
  await expect(page.getByText('The lead is restored')).toBeVisible()
  await expect(rowOf(page, kept)).toBeVisible()

  const next = page.locator('tr[data-row-key]').nth(1)
  const id = (await next.getAttribute('data-row-key')) ?? ''
  await next.getByRole('link', { name: /^View / }).click()
  await chooseMore(dialog(page), 'Delete')
  await expect(undo(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText('1-20 of 59 leads')).toBeVisible()
  await expect(rowOf(page, id)).toHaveCount(0)
  await expect(undo(page)).toBeVisible()
  expect(removals).toEqual([])

  // Changes are sent in order: once the next removal is sent, an earlier one never will be.
  await passUndoTime(page)
  await expect.poll(() => removals).toEqual([removalPath(id)])
  await expect(rowOf(page, kept)).toBeVisible()
  // The outbox has the response; a reload before that would send the removal again.
  await expect(undo(page)).toBeHidden()
  await page.reload()
  await expect(page.getByText('1-20 of 59 leads')).toBeVisible()
  await expect(rowOf(page, id)).toHaveCount(0)
  expect(removals).toHaveLength(1)
})

test('a lead deleted on its own page is restored, or removed after a switch to another organization', async ({
  page,
  context,
}) => {
  const removals = removalsOf(context)
  await openList(page)
  const id = (await page.locator('tr[data-row-key]').first().getAttribute('data-row-key')) ?? ''
  await page.goto(`/leads/${id}`)
  await chooseMore(page.getByRole('main'), 'Delete')
  await expect(page).toHaveURL(/\/leads$/)
  await expect(page.getByText('1-20 of 59 leads')).toBeVisible()
  await undo(page).click()
  await expect(page.getByText('The lead is restored')).toBeVisible()
  await expect(rowOf(page, id)).toBeVisible()
  expect(removals).toEqual([])

  expect(await deleteFirst(page)).toBe(id)
  await selectOrganization(page, FRESH)
  await expect(page.getByText('No leads yet').first()).toBeVisible()
  await expect(undo(page)).toBeHidden()
  await passUndoTime(page)
  await expect.poll(() => removals).toEqual([removalPath(id)])

  await selectOrganization(page, GREEN)
  await expect(page.getByText('1-20 of 59 leads')).toBeVisible()
  await expect(rowOf(page, id)).toHaveCount(0)
  expect(removals).toHaveLength(1)
})

test('several selected leads are deleted together, and restored together', async ({ page, context }) => {
  const removals = removalsOf(context)
  await openList(page)
  const checkboxes = page.locator('tr[data-row-key]').getByRole('checkbox')
  const bar = page.getByRole('region', { name: 'Selected leads' })
  await checkboxes.nth(0).check()
  await checkboxes.nth(2).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('2 leads deleted')).toBeVisible()
  await expect(page.getByText('1-20 of 58 leads')).toBeVisible()
  await undo(page).click()
  await expect(page.getByText('2 leads restored')).toBeVisible()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()

  await checkboxes.first().check()
  await bar.getByRole('button', { name: 'Select page' }).click()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('20 leads deleted')).toBeVisible()
  await expect(bar).toBeHidden()
  expect(removals).toEqual([])
  await passUndoTime(page)
  await expect.poll(() => removals.length).toBe(20)
  await expect(undo(page)).toBeHidden()
  await page.reload()
  await expect(page.getByText('1-20 of 40 leads')).toBeVisible()
})

test.describe('if the server refuses', () => {
  test.use({ expectedErrors: [/status of 403/] })

  test("a removal on the lead's own page shows why and restores the lead", async ({ page }) => {
    await openList(page)
    const id = (await page.locator('tr[data-row-key]').first().getAttribute('data-row-key')) ?? ''
    await page.goto(`/leads/${id}`)
    await page.route(`**${removalPath(id)}`, (route) =>
      route.request().method() === 'DELETE'
        ? answerWith(403, { message: 'Only admins delete leads.' })(route)
        : route.fallback(),
    )
    await chooseMore(page.getByRole('main'), 'Delete')
    await expect(page).toHaveURL(/\/leads$/)
    await expect(undo(page)).toBeVisible()
    await passUndoTime(page)
    const refusal = page.getByRole('alert').filter({ hasText: 'Failed to delete lead' })
    await expect(refusal).toContainText(/Remove \w.*: Only admins delete leads\./)
    await expect(rowOf(page, id)).toBeVisible()
    await expect(undo(page)).toBeHidden()
  })
})
