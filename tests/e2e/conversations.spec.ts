import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { answerWith, FRESH, GREEN, selectOrganization } from '../support/organizations.ts'
import { visit } from '../support/visiting.ts'

const list = (page: Page) => page.locator('.inbox-rows')
const rows = (page: Page) => list(page).getByRole('listitem')
const links = (page: Page) => list(page).getByRole('link')
const waiting = (page: Page) => page.getByRole('region', { name: 'Today' }).getByRole('listitem').first()
/** The calls that list conversations. */
const CALLS = /\/api\/v1\/.+\/conversations(\?|$)/
const LIST = /\/conversations(\?|$)/

async function openInbox(page: Page, search = ''): Promise<void> {
  await page.goto(`/conversations${search}`)
  await expect(links(page).first()).toBeVisible()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('the inbox says what its rows are about, filters them, and opens one beside the list', async ({
  page,
}) => {
  await openInbox(page)
  await test.step('a row says who, what was said last, why a person is needed, and what it led to', async () => {
    const urgent = rows(page).filter({ hasText: 'Emergency' })
    await expect(urgent).toContainText(/^Visitor on /)
    await expect(urgent).toContainText('Visitor: I smell gas where your crew')
    await expect(urgent).toContainText('1 unread')
    await expect(urgent).toContainText('Website chat')
    for (const state of [
      'Possible danger',
      'Complaint',
      'Asked for a person',
      'Unanswered question',
      'You are answering',
    ]) {
      await expect(rows(page).filter({ hasText: state })).toHaveCount(1)
    }
    await expect(rows(page).filter({ hasText: 'Lead: Converted · Call ' }).first()).toBeVisible()
  })

  await test.step('filters and search are in the address, and are cleared together', async () => {
    await page.getByRole('button', { name: 'Needs a person' }).click()
    await expect(page).toHaveURL(/\?needs_person=true$/)
    await expect(rows(page)).toHaveCount(5)
    await page.getByRole('button', { name: 'Unread' }).click()
    await expect(rows(page)).toHaveCount(3)
    const search = page.getByRole('searchbox', { name: 'Search conversations' })
    await search.fill('gas')
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/needs_person=true&unread=true&search=gas$/)
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    await expect(search).toHaveValue('gas')
    await search.fill('nobody-wrote-this')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(/\/conversations$/)
    await expect(search).toHaveValue('')
    await expect(rows(page)).toHaveCount(30)
  })

  await test.step('a conversation opens beside the list, which stays as it is; Back closes it', async () => {
    const link = links(page).nth(20)
    await link.scrollIntoViewIfNeeded()
    const name = (await link.textContent()) ?? ''
    const box = await link.boundingBox()
    await link.click()
    const thread = page.getByRole('region', { name })
    await expect(thread.getByRole('listitem').first()).toBeVisible()
    await expect(page).toHaveURL(/\/conversations\/[^/?]+$/)
    await expect(page).toHaveTitle(new RegExp(`${name} · Fieldhand$`))
    await expect(link).toHaveAttribute('aria-current', 'true')
    expect(await link.boundingBox()).toEqual(box)
    const address = page.url()
    await page.goBack()
    await expect(page).toHaveURL(LIST)
    await expect(thread).toBeHidden()
    await page.goForward()
    await expect(page).toHaveURL(address)
    await expect(thread).toBeVisible()
    await page.reload()
    await expect(thread.getByRole('listitem').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(thread).toBeHidden()
    await expect(page).toHaveURL(LIST)
  })
})

test('a message that comes while the page loads is in the list', async ({ page, request }) => {
  const { promise: isWritten, resolve: write } = Promise.withResolvers<void>()
  await page.route('**/leads/events', async (route) => {
    await isWritten
    await route.continue()
  })
  await openInbox(page)
  const written = rows(page).filter({ hasText: 'I smell gas in the yard' })
  await visit(request, GREEN, ['I smell gas in the yard'])
  await expect(written).toHaveCount(0)
  write()
  await expect(written).toContainText('Emergency')
})

test('a message moves one row to its place; focus and scroll position stay', async ({ page, request }) => {
  const { id, say } = await visit(request, GREEN, ['Do you fix fences?'])
  await openInbox(page)
  const needing = page.getByRole('list', { name: 'Needs a person' })
  await expect(needing.locator(`[data-place="${id}"]`)).toHaveAccessibleName(/unanswered question/)
  await visit(request, GREEN, ['I smell gas in the yard'])
  await expect(needing.getByRole('listitem')).toHaveCount(7)
  await expect(page).toHaveTitle(/^\(8\) /)
  const focused = links(page).nth(12)
  await focused.focus()
  const name = await focused.getAttribute('data-place')
  const link = page.locator(`[data-place="${name}"]`)
  const before = await link.boundingBox()
  await say('Can I talk to a real person?')
  await expect(needing.locator(`[data-place="${id}"]`)).toHaveAccessibleName(/Asked for a person/)
  await expect(link).toBeFocused()
  const moved = async () => Math.abs(((await link.boundingBox())?.y ?? 0) - (before?.y ?? 0))
  await expect.poll(moved).toBeLessThan(2)
})

test('the keyboard, Today, and the palette lead to conversations', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'Main' })
  await test.step('g c, j, k, and Enter', async () => {
    await page.goto('/')
    await expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('c')
      await expect(page).toHaveURL(LIST, { timeout: 3_000 })
    }).toPass()
    await expect(rows(page)).toHaveCount(30)
    const idOf = (index: number) => links(page).nth(index).getAttribute('data-place')
    await page.keyboard.press('j')
    await expect(page).toHaveURL(`/conversations/${await idOf(0)}`)
    await page.keyboard.press('j')
    await expect(links(page).nth(1)).toBeFocused()
    await expect(page).toHaveURL(`/conversations/${await idOf(1)}`)
    await page.keyboard.press('k')
    await expect(page).toHaveURL(`/conversations/${await idOf(0)}`)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(LIST)
    await expect(links(page).first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/conversations/${await idOf(0)}`)
    const heading = page.locator('.inbox-thread > header h2')
    await expect(heading).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(links(page).first()).toBeFocused()
    await page.keyboard.press('j')
    await expect(links(page).nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(heading).toBeFocused()
  })

  await test.step('Today starts with the waiting visitors, and one tap answers the most urgent one', async () => {
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await expect(waiting(page)).toContainText('5 visitors are waiting for you')
    await expect(waiting(page)).toContainText(/: emergency, .+ · .+: possible danger, /)
    await waiting(page)
      .getByRole('link', { name: /^Answer/ })
      .click()
    await expect(
      page.getByRole('region', { name: 'Messages' }).getByText('I smell gas where your crew dug up'),
    ).toBeVisible()
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await waiting(page).getByRole('link', { name: '5 visitors' }).click()
    await expect(page).toHaveURL(/\/conversations\?needs_person=true$/)
    await expect(rows(page)).toHaveCount(5)
  })

  await test.step('the palette finds what was said', async () => {
    await menu.getByRole('link', { name: 'Leads' }).click()
    await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: /Search and commands/ })
    await palette.getByRole('combobox').fill('wildflower')
    const group = palette.getByRole('group', { name: 'Conversations' })
    await group.getByRole('option').first().click()
    await expect(page).toHaveURL(/\/conversations\/[^/]+$/)
    const messages = page.getByRole('region', { name: 'Messages' })
    await expect(messages.getByText('Do you plant native wildflower meadows?')).toBeVisible()
  })
})

test('an inbox without conversations says what will be there, then shows a visitor who waits', async ({
  page,
  request,
}) => {
  await page.goto('/conversations')
  await selectOrganization(page, FRESH)
  await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Add the agent to your website' }).click()
  await expect(page).toHaveURL(/\/agent#section-installation$/)

  await visit(request, FRESH, ['Can I talk to a real person please?'])
  await page.goto('/conversations')
  await expect(rows(page)).toHaveCount(1)
  await links(page).first().click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByText('Can I talk to a real person please?')).toBeVisible()
})

test('a failure says why, and Retry loads the list and what follows, also with the keyboard', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/, /ERR_FAILED/)
  await page.route(CALLS, answerWith(403, { message: 'Not today' }))
  await page.goto('/conversations')
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch conversations' })
  await expect(alert).toContainText('Not today')
  await page.unroute(CALLS)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page)).toHaveCount(30)
  await expect(alert).toBeHidden()

  await page.route(/\/conversations\?cursor=/, (route) => route.abort())
  await rows(page).last().scrollIntoViewIfNeeded()
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await expect(rows(page)).toHaveCount(30)
  await page.unroute(/\/conversations\?cursor=/)
  await retry.press('Enter')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(60)
})

test('an unknown conversation says so, beside the list', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  await page.goto('/conversations/no-such-conversation?unread=true')
  await expect(page.getByText(/^It may have been erased/)).toBeVisible()
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL(/\/conversations\?unread=true$/)
})
