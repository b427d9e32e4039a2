import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { tokenIn } from '../support/clerk-in-page.ts'
import { expect, OWNER, TEST_ORIGINS, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { signInByRequest } from '../support/sign-in.ts'

test.use({ expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

async function openNewLeads(page: Page): Promise<void> {
  await page.goto('/leads?status=new')
  await expect(page.getByText(/of \d+ leads$/)).toBeVisible()
}

/** Ids of the first rows. */
async function firstIds(page: Page, count: number): Promise<string[]> {
  const rows = page.locator('tr[data-row-key]')
  const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row-key') ?? ''))
  return ids.slice(0, count)
}

async function convert(page: Page, leadId: string): Promise<void> {
  await page
    .locator(`tr[data-row-key="${leadId}"]`)
    .getByRole('button', { name: /^Update / })
    .click()
  await page.getByRole('menuitemradio', { name: 'Converted' }).filter({ visible: true }).click()
}

/** Ids of the leads whose status change the server has confirmed, in that order. */
function confirmedBy(context: BrowserContext): string[] {
  const ids: string[] = []
  context.on('response', (response) => {
    const [, id] = /\/leads\/([^/]+)\/status/.exec(response.url()) ?? []
    if (id && response.request().method() === 'PUT' && response.ok()) ids.push(id)
  })
  return ids
}

/** Blocks status changes from the API until the returned function is called. */
async function cutOff(context: BrowserContext): Promise<() => void> {
  let isCut = true
  await context.route(/\/api\/v1\/.*\/status\?/, (route) =>
    isCut ? route.abort('connectionreset') : route.continue(),
  )
  return () => {
    isCut = false
  }
}

const waiting = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible()

test('offline changes are sent once and in order by other tabs, after the browser was closed', async ({
  launchOptions,
}) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'fieldhand-browser-'))
  const start = async () => {
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      baseURL: TEST_ORIGINS.console,
      serviceWorkers: 'block',
    })
    const [page = await context.newPage()] = context.pages()
    return { context, page, confirmed: confirmedBy(context) }
  }
  try {
    const first = await start()
    await signInByRequest(first.context.request, OWNER)
    await openNewLeads(first.page)
    // Background parts must load before the network goes down.
    await first.page.locator('.toasts').waitFor({ state: 'attached' })
    const ids = await firstIds(first.page, 5)
    await first.context.setOffline(true)
    for (const [index, id] of ids.entries()) {
      await convert(first.page, id)
      await waiting(first.page, index === 0 ? '1 change will send' : `${index + 1} changes will send`)
    }
    await first.context.close()
    expect(first.confirmed).toEqual([])

    const { context, page, confirmed } = await start()
    await signInByRequest(context.request, OWNER)
    const other = await context.newPage()
    await Promise.all([page.goto('/leads?status=converted'), other.goto('/')])
    await expect.poll(() => confirmed).toEqual(ids)
    await expect(page.getByText(/will send when you are back online/)).toBeHidden()
    await page.reload()
    await expect(page.getByText(/of \d+ leads$/)).toBeVisible()
    for (const id of ids) await expect(page.locator(`tr[data-row-key="${id}"]`)).toBeVisible()
    expect(confirmed).toEqual(ids)
    await context.close()
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('signing out warns of unsent changes and discards them on request', async ({
  page,
  context,
  signIn,
}) => {
  await openNewLeads(page)
  const [id = ''] = await firstIds(page, 1)
  const mend = await cutOff(context)
  await convert(page, id)
  await waiting(page, '1 change will send when you are back online')

  const warnings: string[] = []
  let answer = false
  page.on('dialog', async (dialog) => {
    warnings.push(dialog.message())
    await (answer ? dialog.accept() : dialog.dismiss())
  })
  const logout = page.getByRole('button', { name: 'Logout' })
  await logout.click()
  await expect.poll(() => warnings).toEqual(['1 change has not been sent. Signing out discards it.'])
  await expect(logout).toBeEnabled()
  await waiting(page, '1 change will send when you are back online')

  answer = true
  await logout.click()
  await expect(page).toHaveURL(/\/sign-up/)
  mend()
  const confirmed = confirmedBy(context)
  await signIn()
  await page.goto('/leads?status=new')
  await expect(page.locator(`tr[data-row-key="${id}"]`)).toBeVisible()
  await expect(page.getByText(/will send when you are back online/)).toBeHidden()
  expect(confirmed).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('notes about leads that a colleague deletes stay readable', async ({ page, context }) => {
    await page.goto('/leads?status=new')
    const cards = page.locator('[data-row-key]')
    await expect(cards.first()).toBeVisible()
    const [first = '', second = ''] = await cards.evaluateAll((all) =>
      all.map((card) => card.getAttribute('data-row-key') ?? ''),
    )
    const token = await tokenIn(page)
    const deleteElsewhere = async (id: string) => {
      const answer = await page.request.delete(
        `${TEST_ORIGINS.api}/api/v1/organizations/${GREEN}/leads/${id}`,
        { headers: { authorization: `Bearer ${token}` } },
      )
      expect(answer.ok(), await answer.text()).toBe(true)
    }
    const main = page.getByRole('main')
    const write = (text: string) => page.getByRole('textbox', { name: 'Note' }).last().fill(text)

    await page.goto(`/leads/${first}`)
    await write('The gate code is 4711')
    const name = await main.getByRole('heading', { level: 1 }).textContent()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Add note' }).click()
    await waiting(page, '1 change will send when you are back online')
    await deleteElsewhere(first)
    await context.setOffline(false)
    await page.getByText('1 change is only on this device').click()
    const kept = page.getByText(`Add the note “The gate code is 4711” to ${name}`)
    await expect(kept).toContainText('The requested lead could not be found.')
    expect(await kept.evaluate((node) => node.scrollHeight <= node.clientHeight)).toBe(true)

    await page.goto(`/leads/${second}`)
    await write('Half a note')
    // The page shows what happened in the meantime once it is connected.
    await page.locator('.toasts').waitFor({ state: 'attached' })
    await deleteElsewhere(second)
    await expect(main.getByRole('heading', { name: 'Lead Not Found' })).toBeVisible()
    await expect(main).toContainText('Your note was not saved: “Half a note”')
    await main.getByRole('button', { name: 'Discard' }).click()
    await expect(main).not.toContainText('Half a note')
  })
})
